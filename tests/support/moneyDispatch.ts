import { SETTLED } from '#schema/message.ts';
import { claim, sendingCampaigns } from '../../server/services/sending/claims.ts';
import { type Outcome, recordOutcomes } from '../../server/services/sending/outcomes.ts';
import { expireUnknown, sweepReceipts } from '../../server/services/sending/receiptSweep.ts';
import {
  type ReceivedReceipt,
  recordReceipts,
  settleMessage,
} from '../../server/services/sending/receipts.ts';
import { reapDeadWorkers } from '../../server/services/sending/workers.ts';
import { LINK } from './claims.ts';
import type { Operations } from './moneyOperations.ts';
import type { Held, MoneyWorld } from './moneyWorld.ts';

const FINAL = ['delivered', 'delivered', 'delivered', 'undelivered', 'expired', 'rejected'] as const;
const OUTCOMES = [
  'submitted',
  'submitted',
  'submitted',
  'submitted',
  'rejected',
  'queued',
  'unknown',
] as const;
const WORKERS = 3;

/** The data that a receipt is built from. */
type Heard = Omit<Held, 'hand'>;

const idsOf = ({ uuid, parts }: Pick<Held, 'uuid' | 'parts'>): string[] =>
  Array.from({ length: parts }, (_, n) => `${uuid}-${n}`);

/** The actions of workers and operators: claiming, sending, dying, and receipts in any order. */
export function dispatchOperations(world: MoneyWorld): Operations {
  const { random, model, workers, dead, admin } = world;
  const { db } = world.app;

  const outcome = (held: Held): Outcome => {
    const status = random.pick(OUTCOMES);
    const { uuid, hand } = held;
    if (status === 'submitted') return { uuid, hand, status, ids: idsOf(held) };
    return status === 'queued'
      ? { uuid, hand, status, error: 'ESME_RTHROTTLED', seconds: 0, spared: random.chance(0.5) }
      : { uuid, hand, status, error: 'ESME_RSUBMITFAIL' };
  };
  const record = async (worker: { id: number; hand: Held[] } | undefined) => {
    if (!worker || worker.hand.length === 0) return;
    const answered = random.some(worker.hand, 0.7);
    worker.hand = worker.hand.filter((held) => !answered.includes(held));
    const outcomes = answered.map(outcome);
    await recordOutcomes(db, worker.id, outcomes);
    return { taken: new Set(outcomes.flatMap((o) => (o.status === 'submitted' ? [o.uuid] : []))) };
  };
  const receipt = (held: Heard, id: string): ReceivedReceipt => ({
    ...{ link: LINK, operator_id: id, phone: held.phone, status: random.pick(FINAL), error: null },
  });
  /** Receipts for some parts, some of them twice. */
  const receiptsOf = (some: readonly Heard[]): ReceivedReceipt[] =>
    some.flatMap((held) =>
      (random.chance(0.8) ? idsOf(held) : random.some(idsOf(held), 0.5)).flatMap((id) =>
        random.chance(0.1) ? [receipt(held, id), receipt(held, id)] : [receipt(held, id)],
      ),
    );

  return {
    claim: [
      140,
      async () => {
        while (workers.length < WORKERS) await world.startWorker();
        const worker = random.pick(workers);
        const campaign = random.pick(await sendingCampaigns(db, LINK));
        if (!campaign) return;
        const claimed = await claim(db, worker.id, LINK, [{ ...campaign, limit: 1 + random.below(10) }]);
        const parts = new Map(model.messages('queued').map((message) => [message.uuid, message.parts]));
        worker.hand.push(
          ...claimed.map(({ uuid, hand, phone }) => ({ uuid, hand, phone, parts: parts.get(uuid) ?? 1 })),
        );
      },
    ],
    record: [140, async () => record(random.pick(workers))],
    'the dead speak': [5, async () => record(random.pick(dead))],
    'a worker dies': [4, async () => world.killWorker(random.below(workers.length))],
    reap: [10, async () => void (await reapDeadWorkers(db))],
    receipts: [
      130,
      async () => {
        const messages = random.some(model.messages('submitted').slice(0, 60), 0.3);
        const phones = await world.phonesOf(messages.map(({ uuid }) => uuid));
        await recordReceipts(
          db,
          receiptsOf(messages.map(({ uuid, parts }) => ({ uuid, parts, phone: phones.get(uuid) ?? '' }))),
        );
      },
    ],
    'early receipts': [
      10,
      async () => recordReceipts(db, receiptsOf(random.some(random.pick(workers)?.hand ?? [], 0.3))),
    ],
    'late receipts': [
      20,
      async () => {
        const over = random.some(
          model.messages('delivered', 'undelivered', 'expired', 'unknown').slice(-20),
          0.2,
        );
        const phones = await world.phonesOf(over.map(({ uuid }) => uuid));
        await recordReceipts(
          db,
          receiptsOf(over.map(({ uuid, parts }) => ({ uuid, parts, phone: phones.get(uuid) ?? '' }))),
        );
      },
    ],
    sweep: [20, () => sweepReceipts(db)],
    'a person settles': [
      20,
      async () => {
        const message = random.pick(model.messages('unknown', 'unknown', 'submitted', 'delivered'));
        if (message?.status !== 'unknown') return;
        const status = random.pick(FINAL);
        const isReleased = status === 'expired';
        const move = { uuid: message.uuid, status, error: isReleased ? SETTLED : null, release: isReleased };
        await db.transaction().execute((trx) => settleMessage(trx, move, admin));
        return { releases: true };
      },
    ],
    'the unknown expire': [
      1,
      async () => {
        await expireUnknown(db, 0);
        return { releases: true };
      },
    ],
  };
}
