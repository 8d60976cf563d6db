import { sql } from 'kysely';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../server/services/sending/campaigns.ts';
import { type Claimed, claim, sendingCampaigns } from '../../server/services/sending/claims.ts';
import { registerLinks } from '../../server/services/sending/linkStates.ts';
import { type Outcome, recordOutcomes } from '../../server/services/sending/outcomes.ts';
import { type ReceivedReceipt, recordReceipts } from '../../server/services/sending/receipts.ts';
import { newWorker } from '../../server/services/sending/workers.ts';
import type { TestApp } from './app.ts';

export const VIBER = 'viber-link';
export const SMS = 'sms-link';

/** Gives the customer an approved Viber identity and prices, in minor units; returns the identity's uuid. */
export async function allowViber(world: TestApp, price = 150, smsPrice = 120): Promise<string> {
  await sql`UPDATE pricing SET viber_price = ${price}, price = ${smsPrice} WHERE account IS NULL`.execute(
    world.db,
  );
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO viber_identity (account, name, status, decided_at)
    VALUES (${world.accounts.customer}, 'Himal Offers', 'approved', now()) RETURNING uuid`.execute(world.db);
  return rows[0]?.uuid as string;
}

/** A message row as far as channels matter. */
export interface Sent {
  phone: string;
  status: string;
  channel: string;
  link: string | null;
  parts: number;
  amount: number;
  viber_status: string | null;
  is_read: boolean;
}

/** Campaigns over Viber on a database with a link of each channel, and the steps of their messages. */
export async function startViber(world: TestApp) {
  const { db } = world;
  const identity = await allowViber(world);
  await registerLinks(db, [{ name: SMS, url: 'smpp://demo:demo@127.0.0.1:2775' }]);
  await sql`
    INSERT INTO operator_link (name, kind, channel, http, callback_secret, host, port, system_id, password)
    VALUES (${VIBER}, 'http', 'viber', '{}', 'sealed', '127.0.0.1', 9, '', 'sealed')`.execute(db);
  const body = (numbers: readonly string[], change: object = {}) => ({
    ...{ name: 'Offer', sender: world.sender, body: 'Hello', recipients: { numbers } },
    ...{ channel: 'viber', viber_identity: identity, fallback_minutes: 5 },
    ...change,
  });
  const campaign = async (uuid: string) =>
    (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`)).body.data;
  return {
    ...{ identity, body, campaign },
    /** Accepts a campaign and creates its messages. */
    async send(numbers: readonly string[], change: object = {}): Promise<Campaign> {
      const asked = { ...body(numbers, change), max_cost: 4_000_000 };
      const sent = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', asked);
      if (sent.status !== 201) throw new Error(sent.text);
      while (await expandNext(db)) {}
      return sent.body.data;
    },
    /** What a link can claim of a campaign now. */
    async claim(
      link: string,
      uuid: string,
      worker?: number,
    ): Promise<{ worker: number; claimed: Claimed[] }> {
      const number = worker ?? (await newWorker(db));
      const due = (await sendingCampaigns(db, link)).find((one) => one.uuid === uuid);
      return { worker: number, claimed: due ? await claim(db, number, link, [{ ...due, limit: 100 }]) : [] };
    },
    /** Claims everything and records the same outcome for each; accepted ones have the link and their number as id. */
    async handOver(
      link: string,
      uuid: string,
      outcome: 'submitted' | 'rejected' | 'unknown' | 'queued' = 'submitted',
    ) {
      const { worker, claimed } = await this.claim(link, uuid);
      const outcomes = claimed.map(({ uuid: message, hand, phone }): Outcome => {
        const of = { uuid: message, hand };
        if (outcome === 'submitted') return { ...of, status: outcome, ids: [`${link} ${phone}`] };
        if (outcome === 'queued') return { ...of, status: outcome, error: 'BUSY', seconds: 0 };
        return { ...of, status: outcome, error: 'NO_VIBER' };
      });
      await recordOutcomes(db, worker, outcomes);
      return claimed;
    },
    receive: (link: string, phone: string, status: ReceivedReceipt['status'], read = false) =>
      recordReceipts(db, [{ link, operator_id: `${link} ${phone}`, phone, status, error: null, read }]),
    /** Viber's time is over for all messages of a campaign. */
    timeOver: (uuid: string) =>
      sql`UPDATE message_retry SET not_before = now() WHERE campaign = ${uuid}`.execute(db),
    async rows(uuid: string): Promise<Sent[]> {
      const { rows } = await sql<Sent>`
        SELECT phone, status, channel, link, parts, amount::float8 AS amount, viber_status, read_at IS NOT NULL AS is_read
        FROM message WHERE campaign = ${uuid} ORDER BY phone`.execute(db);
      return rows;
    },
    /** What was charged, by source. */
    async charged(uuid: string): Promise<Record<string, [messages: number, amount: number]>> {
      const { rows } = await sql<{ source: string; messages: number; amount: number }>`
        SELECT source, sum(messages)::int AS messages, sum(amount)::float8 AS amount FROM consumption
        WHERE campaign = ${uuid} GROUP BY source HAVING sum(messages) <> 0 OR sum(amount) <> 0`.execute(db);
      return Object.fromEntries(rows.map(({ source, messages, amount }) => [source, [messages, amount]]));
    },
  };
}
export type ViberWorld = Awaited<ReturnType<typeof startViber>>;
