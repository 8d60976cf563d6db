import type { Kysely } from 'kysely';
import { meteredWrite, receipts as receiptMeter } from '../platform/meters.ts';
import type { Memory } from './failover/memory.ts';
import { type ReceivedReceipt, recordReceipts } from './receipts.ts';

/** Records receipts that operators send or report, remembers them for a failover, and counts them. */
export const receiptRecorder = (
  db: Kysely<unknown>,
  memory: Pick<Memory, 'received'> | undefined,
  exclusively: (work: () => Promise<void>) => Promise<void> = (work) => work(),
) =>
  meteredWrite<ReceivedReceipt>('receipts', async (receipts) => {
    await exclusively(() => recordReceipts(db, receipts));
    memory?.received(receipts);
    for (const { link, status } of receipts) receiptMeter.inc({ link, status });
  });
