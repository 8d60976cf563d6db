import { useState } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import type { Queue } from './menu.ts';
import { useSummary } from './useSummary.ts';

/** Refetch interval in milliseconds. A decision made in this window refreshes the numbers at once. */
const EVERY = 60_000;

/**
 * How many records of each queue wait for a decision of staff; a queue is missing while its number is unknown. `isWanted`:
 * whether any of them is shown. Requested once the page itself is there.
 */
export function useWaiting(isWanted: boolean): Readonly<Partial<Record<Queue, number>>> {
  const [isDue, setDue] = useState(false);
  useOnFirstInteraction(() => setDue(true));
  const { data } = useSummary({ every: EVERY, enabled: isWanted && isDue });
  if (!data) return {};
  return {
    kyc: data.pending_kyc,
    payments: data.pending_payments,
    senders: data.pending_senders,
    viber: data.pending_viber,
    campaigns: data.campaigns?.draft,
  };
}
