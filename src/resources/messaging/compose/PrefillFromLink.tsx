import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useGetOne, useNotify, useTranslate } from 'ra-core';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import type { CampaignRecipients } from '#schema/campaignRecipients.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { blank, type Draft } from './draft.ts';
import { draftOfCampaign, draftOfImport, missingOf, replaces } from './prefill.ts';
import { COMPOSE } from './useSend.ts';

type Found = (Campaign | ContactImport) & { id: string };
type Missing = ReturnType<typeof missingOf>;

/** Whom the campaign to copy was addressed to; undefined where the server does not keep that, or could not say it. */
function useRecipients(uuid: string | null) {
  const isKept = uuid !== null && offers('campaign-recipients');
  const { data, isPending } = useQuery({
    queryKey: ['campaignRecipients', uuid],
    queryFn: async ({ signal }) =>
      dataOf<CampaignRecipients>(await http.json(`${COMPOSE}${uuid}/recipients/`, { signal })),
    enabled: isKept,
    staleTime: 0,
  });
  return { source: data, isAsking: isKept && isPending };
}

interface PrefillFromLinkProps {
  /** The draft as it is when an answer comes. */
  draft: RefObject<Draft>;
  /** Takes what the link names into the draft. */
  onPrefill(change: Partial<Draft>): void;
}

/**
 * Fills in what the page's link names: the contacts of an import, or a campaign to copy. Asks before replacing input.
 */
export const PrefillFromLink = memo(function PrefillFromLink({ draft, onPrefill }: PrefillFromLinkProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [params, setParams] = useSearchParams();
  const [waiting, setWaiting] = useState<{ change: Partial<Draft>; missing: Missing }>();
  const [missing, setMissing] = useState<Missing>([]);
  const taken = useRef<string>(null);
  const from = params.get('import');
  const uuid = from ?? params.get('copy');
  const { data, error } = useGetOne<Found>(
    from ? 'contact/imports' : 'sms',
    { id: uuid ?? '' },
    { enabled: uuid !== null, onError: () => undefined },
  );
  const { source, isAsking } = useRecipients(from ? null : uuid);
  const fillIn = (change: Partial<Draft>, without: Missing) => {
    onPrefill(change);
    setMissing(without);
    setWaiting(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!uuid) taken.current = null;
    if (!uuid || uuid === taken.current || isAsking || !(data || error)) return;
    // The address changes later, and a newer answer may come before that: it would find its own text as a draft.
    taken.current = uuid;
    setParams({}, { replace: true });
    if (!data) return notify('compose.sourceMissing', { type: 'warning' });
    const isImport = 'mapping' in data;
    // A copy is a whole message: nothing of another is left in it, such as its channel or its recipients.
    const change = isImport ? draftOfImport(data) : { ...blank, ...draftOfCampaign(data, source) };
    const without = isImport ? [] : missingOf(source);
    if (replaces(draft.current, change)) setWaiting({ change, missing: without });
    else fillIn(change, without);
  }, [uuid, data, error, isAsking]);
  const what = waiting?.change.body === undefined ? 'recipients' : 'message';
  return (
    <>
      {missing.length > 0 && (
        <Alert
          severity="warning"
          variant="outlined"
          className="compose-missing"
          onClose={() => setMissing([])}
        >
          {missing
            .map(([key, count]) => translate(key, { smart_count: count, count: number(count) }))
            .join(' ')}
        </Alert>
      )}
      <ConfirmDialog
        open={waiting !== undefined}
        title={translate(`compose.replace.${what}.title`)}
        confirm={translate('compose.replace.confirm')}
        onConfirm={() => waiting && fillIn(waiting.change, waiting.missing)}
        onClose={() => setWaiting(undefined)}
      >
        {translate(`compose.replace.${what}.text`)}
      </ConfirmDialog>
    </>
  );
});
