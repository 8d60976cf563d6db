import { useState } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import type { Queue } from './menu.ts';
import { useRefreshWhenStale } from './useRefreshWhenStale.ts';
import { useSummary } from './useSummary.ts';

/** Age in milliseconds after which the numbers are refetched. A decision made in this window refreshes them at once. */
const AGE = 60_000;

/**
 * How many records of each queue wait for a decision of staff; a queue is missing while its number is unknown. `isWanted`:
 * whether any of them is shown. Requested once the page itself is there.
 */
export function useWaiting(isWanted: boolean): Readonly<Partial<Record<Queue, number>>> {
  const [isDue, setDue] = useState(false);
  useOnFirstInteraction(() => setDue(true));
  const { data, refetch } = useSummary({ every: false, enabled: isWanted && isDue });
  useRefreshWhenStale(AGE, () => {
    if (data) void refetch();
  });
  if (!data) return {};
  return {
    kyc: data.pending_kyc,
    payments: data.pending_payments,
    senders: data.pending_senders,
    viber: data.pending_viber,
    campaigns: data.campaigns?.draft,
  };
}
