import { type RefObject, useEffect, useRef } from 'react';
import { invoicePath } from '#schema/invoice.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

/** The copy that a print is, as the server counts them. */
export const countPrint = async (uuid: string): Promise<number> =>
  (await http.json<{ data: { copy: number } }>(invoicePath(uuid, 'print'), { method: 'POST' })).data.copy;

/**
 * Counts prints with the browser's own command, then calls `onCopy`. The ref that it returns is true while a print is counted
 * already.
 */
export function useCountPrints(uuid: string, onCopy: () => void): RefObject<boolean> {
  const isCounted = offers('invoice-papers');
  const isOwn = useRef(false);
  const latest = useRef(onCopy);
  latest.current = onCopy;
  useEffect(() => {
    // The browser's own command cannot wait for the server.
    const count = () => {
      if (isCounted && !isOwn.current) countPrint(uuid).then(latest.current, () => undefined);
    };
    window.addEventListener('beforeprint', count);
    return () => window.removeEventListener('beforeprint', count);
  }, [uuid, isCounted]);
  return isOwn;
}

/** For a paper without buttons. */
export function CountPrints({ uuid, onCopy }: { uuid: string; onCopy(): void }) {
  useCountPrints(uuid, onCopy);
  return null;
}
