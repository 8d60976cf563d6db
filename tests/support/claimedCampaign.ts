import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { expandNext } from '../../server/services/sending/campaigns.ts';
import type { Claimed } from '../../server/services/sending/claims.ts';
import { type Outcome, recordOutcomes } from '../../server/services/sending/outcomes.ts';
import { type ReceivedReceipt, recordReceipts } from '../../server/services/sending/receipts.ts';
import { newWorker } from '../../server/services/sending/workers.ts';
import type { TestApp } from './app.ts';
import { LINK, take } from './claims.ts';

/** A campaign whose messages a worker has claimed and is about to hand to an operator. */
export interface ClaimedCampaign {
  campaign: string;
  worker: number;
  /** Sorted by phone. */
  messages: Claimed[];
  /** Reports the outcome of messages by their index: `submitted`, or another one with an error; as recordOutcomes. */
  record(outcomes: Record<number, Outcome['status']>): Promise<number>;
  /** The operator's receipts by their message's index. */
  receive(receipts: Record<number, ReceivedReceipt['status']>): Promise<void>;
}

const PATH = '/v1/sms/compose/';
let made = 0;

/** Accepts a campaign of the customer through the API and claims its messages, without an operator. */
export async function claimCampaign(
  world: TestApp,
  phones: readonly string[],
  text = 'Hello',
): Promise<ClaimedCampaign> {
  const body = {
    name: `Handed ${++made}`,
    sender: world.sender,
    body: text,
    recipients: { numbers: phones },
  };
  const post = <T>(path: string, change: object = {}) =>
    world.call<{ data: T }>('customer', 'POST', path, { ...body, ...change });
  const { data: plan } = (await post<Plan>(`${PATH}plan/`)).body;
  const sent = await post<Campaign>(PATH, { plan: plan.uuid, cost: plan.cost });
  expect(sent.status, sent.text).toBe(201);
  const campaign = sent.body.data.uuid;
  // A server that runs at the same time may already be doing the next step.
  await vi.waitFor(
    async () => {
      while (await expandNext(world.db)) {}
      const { rows } = await sql`SELECT FROM campaign WHERE uuid = ${campaign} AND NOT expanding`.execute(
        world.db,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000 },
  );
  const worker = await newWorker(world.db);
  const claimed = await take(world.db, worker, campaign, phones.length);
  const messages = claimed.sort((a, b) => a.phone.localeCompare(b.phone));
  expect(messages).toHaveLength(phones.length);
  const at = (place: string) => messages[Number(place)] as Claimed;

  const outcome = ([place, status]: [string, Outcome['status']]): Outcome => {
    const { uuid, hand } = at(place);
    if (status === 'submitted') return { uuid, hand, status, ids: [`id-${uuid}`] };
    return status === 'queued'
      ? { uuid, hand, status, error: 'ESME_RTHROTTLED', seconds: 0 }
      : { uuid, hand, status, error: 'ESME_RSUBMITFAIL' };
  };
  const receipt = ([place, status]: [string, ReceivedReceipt['status']]): ReceivedReceipt => ({
    link: LINK,
    operator_id: `id-${at(place).uuid}`,
    phone: at(place).phone,
    status,
    error: null,
  });
  return {
    campaign,
    worker,
    messages,
    record: (outcomes) => recordOutcomes(world.db, worker, Object.entries(outcomes).map(outcome)),
    receive: (receipts) => recordReceipts(world.db, Object.entries(receipts).map(receipt)),
  };
}
