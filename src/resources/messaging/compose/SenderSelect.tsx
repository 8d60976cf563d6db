import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import TextField from '@mui/material/TextField';
import { useGetList, useTranslate } from 'ra-core';
import { memo, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { isStaff } from '#schema/isStaff.ts';
import type { SenderIdentity } from '#schema/senderIdentity.ts';
import { canAccess } from '../../../core/access.ts';
import { namesItsFeatures } from '../../../core/offers.ts';
import { LateReferencePicker } from '../../../crud/LateReferencePicker.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { useTrial } from '../../../crud/useTrial.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { isUsable } from '../senderIdentities/isUsable.ts';
import type { CardProps } from './draft.ts';
import { useViberStart } from './useViber.ts';

const SENDERS = 'sms/sender-identities';
/** With more than these, the server searches. */
const MOST = 200;
/** Refetch interval in milliseconds while a sender ID waits for approval. */
const PENDING_EVERY = 5000;

/**
 * The sender IDs that may be used. A single one is selected automatically; without any, a new message starts over Viber if it
 * can, or it says what to do.
 */
export const SenderSelect = memo(function SenderSelect({
  draft,
  edit,
  errors,
  onKnown,
}: CardProps<'sender' | 'senderName' | 'isChannelChosen'> & {
  /** Called once nothing is going to be selected automatically any more. */
  onKnown(isKnown: true): void;
}) {
  const translate = useTranslate();
  const { data, total, error, isPending, refetch } = useGetList<SenderIdentity & { id: string }>(
    SENDERS,
    {
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'name', order: 'ASC' },
    },
    {
      onError: () => undefined,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ status }) => status === 'pending') ? PENDING_EVERY : false,
    },
  );
  const user = useUser();
  const approved = data?.filter(({ status }) => isUsable(status));
  const isUnlisted =
    approved !== undefined && draft.sender !== '' && !approved.some((s) => s.id === draft.sender);
  const hasMore = total !== undefined && total > MOST;
  const isGone = isUnlisted && !hasMore;
  const only = approved?.length === 1 && !hasMore ? approved[0] : undefined;

  // A copied campaign has only the sender's name.
  const isNamed = draft.sender === '' && draft.senderName !== '';
  const usable = namesItsFeatures() ? { status: 'approved' } : {};
  const { data: found, isLoading: isSought } = useGetList<SenderIdentity & { id: string }>(
    SENDERS,
    { pagination: { page: 1, perPage: MOST }, filter: { ...usable, q: draft.senderName } },
    { enabled: hasMore && isNamed, onError: () => undefined },
  );
  const named = isNamed
    ? [...(approved ?? []), ...(found ?? [])].find(
        ({ name, status }) => name === draft.senderName && isUsable(status),
      )
    : undefined;

  const start = useViberStart();
  const isOpen = approved?.length === 0 && !hasMore && !draft.isChannelChosen && start !== null;

  useEffect(() => {
    if (isOpen)
      return start && edit({ channel: 'viber', viber: start.uuid, viberName: start.name, fallback: 'none' });
    if (named) edit({ sender: named.id, senderName: named.name });
    else if (only && draft.sender !== only.id) edit({ sender: only.id, senderName: only.name });
    else if (isGone) edit({ sender: '', senderName: '' });
    else if (!isPending && !isSought) onKnown(true);
  }, [named, only, isGone, isPending, isSought, draft.sender, edit, onKnown, isOpen, start]);

  if (error && !data)
    return <LoadFailure what="profile.senders" error={error} onRetry={() => void refetch()} />;
  // As tall as the field with its label and help.
  if (isPending || isOpen) return <Skeleton variant="rounded" height="6.375rem" />;
  if (approved?.length === 0 && !hasMore) {
    const namesOf = (wanted: SenderIdentity['status']) =>
      data?.filter(({ status }) => status === wanted).map(({ name }) => name) ?? [];
    const [pending, suspended] = [namesOf('pending'), namesOf('suspended')];
    return (
      <Alert id="compose-sender" tabIndex={-1} severity="warning" variant="outlined">
        <AlertTitle>{translate('compose.senderNone')}</AlertTitle>
        {!(user && isStaff(user.role)) &&
          translate(start ? 'compose.senderNoneViber' : 'compose.senderNoneText')}
        {canAccess('sms/sender-identities', 'create') && (
          <div className="compose-way">
            <Link to="/sms/sender-identities/create">{translate('profile.sender.ask')}</Link>
          </div>
        )}
        <TrialLink />
        {suspended.length > 0 && (
          <div>{translate('compose.senderSuspended', { names: suspended.join(', ') })}</div>
        )}
        {pending.length > 0 && <div>{translate('compose.senderPending', { names: pending.join(', ') })}</div>}
      </Alert>
    );
  }
  const help = errors.sender
    ? translate(errors.sender, { _: errors.sender })
    : translate('compose.senderHelp');
  if (hasMore)
    return (
      <LateReferencePicker
        id="compose-sender"
        of={SENDERS}
        filter={usable}
        single
        label={translate('compose.sender')}
        value={draft.sender ? [draft.sender] : []}
        onChange={([sender = ''], [senderName = '']) => edit({ sender, senderName })}
        error={Boolean(errors.sender)}
        help={help}
      />
    );
  return (
    <TextField
      id="compose-sender"
      select
      label={translate('compose.sender')}
      value={draft.sender}
      onChange={(event) => {
        const chosen = approved?.find(({ id }) => id === event.target.value);
        edit({ sender: chosen?.id ?? '', senderName: chosen?.name ?? '' });
      }}
      error={Boolean(errors.sender)}
      helperText={help}
      slotProps={{ select: { native: true } }}
      sx={{ maxWidth: 360 }}
      fullWidth
    >
      {draft.sender === '' && <option value="">{translate('compose.senderPick')}</option>}
      {isUnlisted && <option value={draft.sender}>{draft.senderName}</option>}
      {approved?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  );
});

/** Leads to the free messages of the dashboard, where there are some. */
function TrialLink() {
  const translate = useTranslate();
  const { trial } = useTrial();
  if (!trial || trial.left === 0) return null;
  return (
    <div className="compose-way">
      <Link to="/#trial">{translate('trial.try')}</Link>
    </div>
  );
}
