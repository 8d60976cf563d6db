import { useGetOne, useNotify, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { draftOfCampaign, draftOfImport, replaces } from './arrivals.ts';
import type { Draft } from './draft.ts';

type Found = (Campaign | ContactImport) & { id: string };

/**
 * Fills in what the link to this page names: the contacts of an import, or a campaign to copy. Asks before it takes the place of
 * what is written.
 */
export function Arrival({ draft, edit }: { draft: Draft; edit(change: Partial<Draft>): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [params, setParams] = useSearchParams();
  const [waiting, setWaiting] = useState<Partial<Draft>>();
  const from = params.get('import');
  const uuid = from ?? params.get('copy');
  const { data, error } = useGetOne<Found>(
    from ? 'contact/imports' : 'sms',
    { id: uuid ?? '' },
    { enabled: uuid !== null, onError: () => undefined },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (!uuid || !(data || error)) return;
    setParams({}, { replace: true });
    if (!data) return notify('compose.sourceMissing', { type: 'warning' });
    const change = 'mapping' in data ? draftOfImport(data) : draftOfCampaign(data);
    if (replaces(draft, change)) setWaiting(change);
    else edit(change);
  }, [uuid, data, error]);
  const what = waiting?.body === undefined ? 'recipients' : 'message';
  return (
    <ConfirmDialog
      open={waiting !== undefined}
      title={translate(`compose.replace.${what}.title`)}
      confirm={translate('compose.replace.confirm')}
      onConfirm={() => {
        edit(waiting ?? {});
        setWaiting(undefined);
      }}
      onClose={() => setWaiting(undefined)}
    >
      {translate(`compose.replace.${what}.text`)}
    </ConfirmDialog>
  );
}
