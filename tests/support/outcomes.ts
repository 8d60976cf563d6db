import type { Kysely } from 'kysely';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../server/services/sending/campaigns.ts';
import { type Outcome, recordOutcomes } from '../../server/services/sending/outcomes.ts';
import { type ReceivedReceipt, recordReceipts } from '../../server/services/sending/receipts.ts';
import { newWorker } from '../../server/services/sending/workers.ts';
import type { TestApp } from './app.ts';
import { LINK, take } from './claims.ts';

/** Accepts a campaign of the customer to this many numbers and creates its messages. */
export async function acceptCampaign(world: TestApp, count: number): Promise<Campaign> {
  const numbers = Array.from({ length: count }, (_, n) => `98410${String(10_000 + n)}`);
  const body = { name: 'Offer', sender: world.sender, body: 'Hello', recipients: { numbers } };
  const path = '/v1/sms/compose/';
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', path, {
    ...body,
    max_cost: 4_000_000,
  });
  if (sent.status !== 201) throw new Error(sent.text);
  while (await expandNext(world.db)) {}
  return sent.body.data;
}

/** Does the work of a worker with an operator that rejects the first few messages and delivers the rest. */
export async function sendAll(
  db: Kysely<unknown>,
  campaign: string,
  { rejected = 0, batch = 500 } = {},
): Promise<void> {
  const worker = await newWorker(db);
  let left = rejected;
  for (;;) {
    const claimed = await take(db, worker, campaign, batch);
    if (claimed.length === 0) return;
    const outcomes = claimed.map(({ uuid, hand }): Outcome => {
      if (left-- > 0) return { uuid, hand, status: 'rejected', error: 'ESME_RINVDSTADR' };
      return { uuid, hand, status: 'submitted', ids: [uuid] };
    });
    await recordOutcomes(db, worker, outcomes);
    const submitted = claimed.filter((_, n) => outcomes[n]?.status === 'submitted');
    await recordReceipts(
      db,
      submitted.map(
        ({ uuid, phone }): ReceivedReceipt => ({
          ...{ link: LINK, operator_id: uuid, phone, status: 'delivered', error: null },
        }),
      ),
    );
  }
}
