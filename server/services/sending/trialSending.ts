import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { quote } from '../money/pricing.ts';
import { invalidField } from '../platform/problem.ts';
import { insertCampaign } from './acceptedCampaign.ts';
import { destinationOf, freeOf, requireTaker } from './destination.ts';
import type { AcceptedCampaign } from './failover/memory.ts';
import { loadKeywords } from './keywords.ts';
import { summarize } from './planSummary.ts';
import { type Source, stage } from './recipients.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** One message that costs nothing. */
interface FreeMessage {
  /** The account whose campaign it becomes. */
  account: string;
  user: string;
  /** Shown in lists. */
  name: string;
  /** The sender's name, which need not be one of the account's. */
  sender: string;
  phone: string;
  body: string;
}

async function* only(phone: string, text: string): Source {
  yield [{ source: 'numbers', row: null, value: phone, values: {}, text }];
}

/**
 * Accepts a message of a trial, in the caller's transaction: an urgent campaign to one number, priced at 0. It writes no
 * ledger entry and uses no package, like a test without a charge (docs/adr/0011). Returns it and its parts. Throws
 * `invalid` for a number that cannot be sent to, and `no_operator`.
 */
export async function sendFree(
  trx: Db,
  { account, user, name, sender, phone, body }: FreeMessage,
): Promise<{ accepted: Omit<AcceptedCampaign, 'at'>; parts: number }> {
  const destination = await destinationOf(trx);
  requireTaker(destination);
  const keywords = await loadKeywords(trx);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO plan (account, request_hash, keywords, test, expires_at)
    VALUES (${account}, ${Buffer.from(randomUUID())}, ${keywords.version}, ${destination.kind === 'simulator'}, now())
    RETURNING uuid`.execute(trx);
  const plan = (rows[0] as (typeof rows)[0]).uuid;
  await stage(trx, { plan, body, keywords }, only(phone, body));
  const summary = await summarize(trx, account, plan);
  if (summary.recipients === 0) throw invalidField('phone', await whyNot(trx, plan));
  // No lock: nothing of the account is used.
  const quoted = freeOf(await quote(trx, account, summary.operators, false));
  const { uuid } = await insertCampaign(
    trx,
    { account, user },
    { plan, name, sender, body, urgent: true, scheduledAt: null, trial: true },
    { ...summary, flag: null },
    { ...quoted, destination: { ...destination, isFree: true } },
  );
  await sql`UPDATE plan SET used = true, summary = ${JSON.stringify(summary)} WHERE uuid = ${plan}`.execute(
    trx,
  );
  await wakeWorkers(trx);
  return { accepted: { uuid, account, name, recipients: 1, cost: 0 }, parts: summary.parts };
}

/** Why a plan's only recipient is excluded. */
async function whyNot(trx: Db, plan: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    SELECT reason FROM plan_recipient WHERE plan = ${plan}`.execute(trx);
  return (rows[0] as (typeof rows)[0]).reason;
}
