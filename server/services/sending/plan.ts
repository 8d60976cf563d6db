import { sql } from 'kysely';
import type { ComposeInput, Plan } from '#schema/compose.ts';
import { placeholders } from '#schema/sms.ts';
import type { Db } from '../../db/database.ts';
import { NewerSchema, requireSchema } from '../../db/migrate.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { post } from '../money/ledger.ts';
import { type Quote, quote } from '../money/pricing.ts';
import { shownBalance } from '../money/shownBalance.ts';
import { quoteViber } from '../money/viberPricing.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, Problem, updating } from '../platform/problem.ts';
import { insertCampaign, type Offer, type PlanSummary } from './acceptedCampaign.ts';
import { viberName } from './approvedSender.ts';
import { forecastDay } from './campaignDays.ts';
import { keepSource } from './campaignSource.ts';
import { askColleagues } from './colleagueApproval.ts';
import { freeOf, requireTaker } from './destination.ts';
import { loadKeywords, refuseKeywords } from './keywords.ts';
import { noneRefused, type Summary, summarize } from './planSummary.ts';
import { requireFirstRetry } from './retries.ts';
import { senderCheck } from './senderCheck.ts';
import type { StagedPlan } from './stagedPlan.ts';
import { requireUrgentLimits } from './urgentLimits.ts';
import { requireOnlyNewServers } from './viberServers.ts';
import { wake } from './wakeWorkers.ts';
import { actionOf, destinationFor, hashOf, sendersOf, type Wanted } from './wanted.ts';

const SHOWN = 100;
const SAMPLES = 3;

interface StoredPlan {
  uuid: string;
  expires_at: string;
  summary: PlanSummary;
}

/** With `lock`, locks like `quote`. */
async function offer(
  db: Db,
  account: string,
  wanted: Pick<Wanted, 'viber'>,
  { operators }: Summary,
  lock: boolean,
): Promise<Offer> {
  const destination = await destinationFor(db, wanted);
  const quoted = wanted.viber
    ? await quoteViber(db, account, operators, { fallback: wanted.viber.fallback !== null, lock })
    : await quote(db, account, operators, lock);
  return { ...(destination.isFree ? freeOf(quoted) : quoted), destination };
}

const canPay = ({ balance, credit_limit, cost }: Quote): boolean => balance + credit_limit >= cost;

/** What the answer to a plan needs from its request. */
type Shown = Pick<SendRequest, 'scheduledAt'> & { wanted: Pick<Wanted, 'body' | 'sender' | 'viber'> };

/** A plan's answer: counts and samples with the current cost. */
export async function showPlan(db: Db, caller: Caller, uuid: string, options: Shown): Promise<Plan> {
  const { rows } = await sql<StoredPlan>`
    SELECT uuid, expires_at, summary FROM plan
    WHERE uuid = ${uuid} AND account = ${caller.account} AND summary IS NOT NULL`.execute(db);
  if (!rows[0]) throw new Problem('not_found', 'This check does not exist.');
  const quoted = await offer(db, caller.account, options.wanted, rows[0].summary, false);
  return describe(db, caller, rows[0], options, quoted);
}

async function describe(
  db: Db,
  by: Caller,
  { uuid, expires_at, summary }: StoredPlan,
  { scheduledAt, wanted: { body, sender, viber } }: Shown,
  quoted: Offer,
): Promise<Plan> {
  const [refused, samples, day, sender_check] = await Promise.all([
    sql<Plan['refused_rows'][0]>`
      SELECT source, row, phone AS value, refusal, reason FROM plan_recipient
      WHERE plan = ${uuid} AND refusal IS NOT NULL ORDER BY position LIMIT ${SHOWN}`.execute(db),
    sql<Plan['samples'][0]>`
      SELECT phone, coalesce(text, ${body}) AS text, parts FROM plan_recipient
      WHERE plan = ${uuid} AND refusal IS NULL ORDER BY position LIMIT ${SAMPLES}`.execute(db),
    forecastDay(db, { ...by, recipients: summary.recipients, scheduledAt }),
    senderCheck(db, { account: by.account, plan: uuid, sender: sender ?? '', summary }),
  ]);
  const { cost, package_parts, destination } = quoted;
  return {
    uuid,
    expires_at,
    given: summary.given,
    recipients: summary.recipients,
    hidden_rows: summary.hidden_rows ?? 0,
    // A plan of an earlier version may lack some.
    refused: { ...noneRefused(), ...summary.refused },
    sender_check,
    refused_rows: refused.rows,
    operators: quoted.operators.map(({ release_undelivered: _, sms: __, ...operator }) => operator),
    encodings: summary.encodings,
    viber: viber &&
      quoted.viber && {
        identity: await viberName(db, by.account, viber.identity),
        fallback_minutes: viber.fallback,
        ...quoted.viber,
      },
    parts: summary.parts,
    package_parts,
    cost,
    ...shownBalance(by, quoted),
    sufficient: canPay(quoted),
    ...day,
    test: destination.kind === 'simulator',
    is_free: destination.isFree,
    no_operator: destination.kind === 'none',
    samples: samples.rows,
  };
}

/** What sending needs besides the plan. */
export interface SendRequest {
  plan: string;
  /** What the request itself has found in staging the plan, which then need not be counted yet. */
  staged?: StagedPlan['found'] | undefined;
  name: string;
  wanted: Wanted;
  /** The agreed cost, in minor units; undefined accepts any (a test message). */
  cost: number | undefined;
  /** The maximum cost, in minor units. */
  maxCost?: number | undefined;
  /** Whether it was agreed to as a test; undefined: as when its plan was made. */
  test?: boolean | undefined;
  scheduledAt: string | null;
  /** The campaign whose failed recipients are retried. */
  retryOf?: string | undefined;
}

/**
 * Accepts a campaign, in the caller's transaction: holds package parts and wallet money, and leaves the campaign to the
 * workers, or to colleagues or staff if it needs approval. Returns its uuid. Throws `price_changed` with the new plan if the cost differs
 * from the agreed one or a test would become real, `insufficient_balance` if balance and credit are even one paisa short,
 * `no_operator` if no link could take it; each changes nothing.
 */
export async function accept(trx: Db, caller: Caller, request: SendRequest): Promise<string> {
  const { account } = caller;
  if (request.retryOf) {
    await requireOwnSchema(trx);
    // Before the plan's lock, so that retries of a chain take theirs in one order.
    await requireFirstRetry(trx, request.retryOf, request.plan);
  }
  const [, { sender, viber }, stored, keywords] = await pipelined(
    trx,
    requireOwnSchema,
    (db) => sendersOf(db, account, request.wanted),
    (db) => lockPlan(db, account, request),
    loadKeywords,
  );
  if (viber) await requireOnlyNewServers(trx);
  if (!stored?.fresh) throw new Problem('conflict', 'This check has expired. Check the cost again.');
  if (stored.used) throw new Problem('conflict', 'This campaign was already sent. Nothing was sent again.');
  if (!stored.request_hash.equals(hashOf(request.wanted))) {
    throw invalidField(
      'plan',
      'The check was made for another text, sender ID or list. Check the cost again.',
    );
  }
  // With the same list the body, which is the same, was checked when the plan was made.
  if (keywords.version !== stored.keywords) {
    refuseKeywords(keywords, request.wanted.body);
    if (placeholders(request.wanted.body).length > 0)
      throw new Problem(
        'conflict',
        'The blocked keywords have changed since you checked. Check the cost again.',
      );
  }
  const { flag = null, hidden_rows = 0, file_rows = 0 } = stored.summary ?? request.staged ?? {};
  const counted = await summarize(trx, account, stored.uuid, request.wanted.sender);
  const summary: PlanSummary = { ...counted, hidden_rows, file_rows, flag };
  if (summary.recipients === 0) {
    throw invalidField('recipients', 'There are no recipients: all were excluded.');
  }
  const quoted = await offer(trx, account, request.wanted, summary, true);
  if (request.wanted.urgent) await requireUrgentLimits(trx, account, summary.recipients, request.scheduledAt);
  const test = quoted.destination.kind === 'simulator';
  requireTaker(quoted.destination);
  const shown = () => describe(trx, caller, { ...stored, summary }, request, quoted);
  if (test !== (request.test ?? stored.test)) {
    const detail = test
      ? 'No operator is connected now, so this would only be a test. Nothing was sent or charged.'
      : 'An operator was connected after you checked, so this would be sent to real phones. Nothing was sent or charged.';
    throw new Problem('price_changed', detail, { data: await shown() });
  }
  if (request.cost !== undefined && request.cost !== quoted.cost) {
    const detail = 'The cost has changed since you checked it. Nothing was sent or charged.';
    throw new Problem('price_changed', detail, { data: await shown() });
  }
  if (request.maxCost !== undefined && quoted.cost > request.maxCost) {
    const detail = 'The cost is higher than max_cost. Nothing was sent or charged.';
    throw new Problem('price_changed', detail, { data: await shown() });
  }
  if (!canPay(quoted)) {
    const detail = 'The balance is too low. Nothing was sent or charged.';
    throw new Problem('insufficient_balance', detail, { data: await shown() });
  }
  const { plan, name, wanted, scheduledAt, retryOf } = request;
  const over = viber ? { viber, fallback: wanted.viber?.fallback ?? null } : undefined;
  const wants = { plan, name, sender, body: wanted.body, urgent: wanted.urgent, scheduledAt, retryOf, over };
  const { uuid, asksColleague } = await insertCampaign(trx, caller, wants, summary, quoted);
  const action = actionOf(wanted);
  const recipients = wanted.recipients as ComposeInput['recipients'] | null;
  const after = {
    sender,
    ...(over && { viber: over.viber, fallback_minutes: over.fallback }),
    recipients: summary.recipients,
    parts: summary.parts,
    cost: quoted.cost,
    ...(request.wanted.urgent && { urgent: true }),
    ...(test && { test }),
    ...(request.scheduledAt && { scheduled_at: request.scheduledAt }),
  };
  await pipelined(
    trx,
    (db) => hold(db, account, uuid, quoted),
    async (db) => asksColleague && askColleagues(db, account, uuid),
    async (db) => action === 'send' && recipients && keepSource(db, uuid, recipients),
    (db) => audit(db, caller, { action, entity: 'admin/campaigns', record: uuid, title: name, after }),
    (db) =>
      sql`${prepared}
        UPDATE plan SET used = true, summary = ${JSON.stringify(summary)} WHERE uuid = ${stored.uuid}
        RETURNING ${wake}`.execute(db),
  );
  return uuid;
}

const requireOwnSchema = (trx: Db): Promise<void> =>
  requireSchema(trx).catch((error: unknown) => {
    throw error instanceof NewerSchema ? updating() : error;
  });

interface LockedPlan extends Omit<StoredPlan, 'summary'> {
  summary: PlanSummary | null;
  request_hash: Buffer;
  keywords: string | null;
  test: boolean;
  used: boolean;
  fresh: boolean;
}

/** Locks an account's plan, if it was counted or the request itself has staged it. */
async function lockPlan(
  trx: Db,
  account: string,
  { plan, staged }: SendRequest,
): Promise<LockedPlan | undefined> {
  const { rows } = await sql<LockedPlan>`${prepared}
    SELECT uuid, expires_at, summary, request_hash, keywords, test, used, expires_at > now() AS fresh FROM plan
    WHERE uuid = ${plan} AND account = ${account} AND (summary IS NOT NULL OR ${staged !== undefined}) FOR UPDATE`.execute(
    trx,
  );
  return rows[0];
}

async function hold(trx: Db, account: string, campaign: string, { packages, cost }: Quote): Promise<void> {
  await post(trx, { account, kind: 'hold', amount: -cost, campaign });
  if (packages.length === 0) return;
  await sql`
    WITH used AS (
      INSERT INTO campaign_package (campaign, package, parts)
      SELECT ${campaign}, uuid, parts
      FROM jsonb_to_recordset(${JSON.stringify(packages)}::jsonb) AS p(uuid uuid, parts int)
      RETURNING package, parts
    )
    UPDATE account_package p SET remaining = remaining - used.parts FROM used WHERE p.uuid = used.package`.execute(
    trx,
  );
}
