import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import type { Channel } from '#schema/channel.ts';
import { offers } from '../../../core/offers.ts';
import { useUser } from '../../../layout/useUser.ts';
import { BodyInput } from './BodyInput.tsx';
import type { CardProps } from './draft.ts';
import { needsSms } from './fallback.ts';
import { SenderSelect } from './SenderSelect.tsx';
import { TemplateSelect } from './TemplateSelect.tsx';
import type { FirstRecipient } from './useFirstRecipient.ts';

const ChannelInput = lazy(() =>
  import('./ChannelInput.tsx').then((m) => ({ default: memo(m.ChannelInput) })),
);

const NAME_MAX = 120;

type Edit = CardProps['edit'];

const NameInput = memo(function NameInput({
  name,
  edit,
  error,
}: {
  name: string;
  edit: Edit;
  error: string | undefined;
}) {
  const translate = useTranslate();
  return (
    <TextField
      id="compose-name"
      label={translate('compose.name')}
      helperText={error ? translate(error, { _: error }) : translate('compose.nameHelp')}
      error={Boolean(error)}
      value={name}
      onChange={(event) => edit({ name: event.target.value })}
      fullWidth
      slotProps={{ htmlInput: { maxLength: NAME_MAX, autoComplete: 'off' } }}
    />
  );
});

/** Name, sender and text. */
export function MessageCard({
  draft,
  edit,
  errors,
  first,
  onSendersKnown,
}: CardProps & { first: FirstRecipient; onSendersKnown(areKnown: true): void }) {
  const translate = useTranslate();
  // A typed character renders only the text before it is visible.
  const { sender, senderName, isChannelChosen } = draft;
  const from = useMemo(
    () => ({ sender, senderName, isChannelChosen }),
    [sender, senderName, isChannelChosen],
  );
  const { channel, viber, viberName, fallback } = draft;
  const over = useMemo(
    () => ({ channel, viber, viberName, fallback }),
    [channel, viber, viberName, fallback],
  );
  const isSms = needsSms(draft);
  const channels = useMemo(
    (): Channel[] => (channel === 'sms' ? ['sms'] : isSms ? ['viber', 'sms'] : ['viber']),
    [channel, isSms],
  );
  const write = useCallback((body: string) => edit({ body }), [edit]);
  const choice = <ChannelInput draft={over} edit={edit} errors={errors} />;
  const user = useUser();
  const [isExpected] = useState(user?.viber === true || channel === 'viber');
  return (
    <section className="crud-card compose-card" aria-labelledby="compose-message">
      <h2 id="compose-message">{translate('compose.message')}</h2>
      <NameInput name={draft.name} edit={edit} error={errors.name} />
      {/* Where it is expected, the page waits for its code, so that what is below does not move. */}
      {offers('viber') && (isExpected ? choice : <Suspense>{choice}</Suspense>)}
      {isSms && <SenderSelect draft={from} edit={edit} errors={errors} onKnown={onSendersKnown} />}
      <TemplateSelect body={draft.body} edit={edit} />
      <BodyInput
        id="compose-body"
        value={draft.body}
        onChange={write}
        names={first.names}
        values={first.values}
        channels={channels}
        error={errors.body && translate(errors.body, { _: errors.body })}
      />
    </section>
  );
}
