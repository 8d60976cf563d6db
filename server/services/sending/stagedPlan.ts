import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem } from '../platform/problem.ts';
import { readSettings } from '../platform/providerSettings.ts';
import type { PlanSummary } from './acceptedCampaign.ts';
import { loadKeywords, refuseKeywords } from './keywords.ts';
import { summarize } from './planSummary.ts';
import { type Source, stage } from './recipients.ts';
import { findRuns } from './suspicious.ts';
import { requireUrgentLimits } from './urgentLimits.ts';
import { destinationFor, hashOf, refuseLong, sendersOf, type Wanted } from './wanted.ts';

const PLAN_HOURS = 2;

/** A plan whose recipients are read, and what is known of them from reading. */
export interface StagedPlan {
  uuid: string;
  found: Required<Pick<PlanSummary, 'flag' | 'hidden_rows' | 'file_rows'>>;
}

/** Reads the recipients into a new plan. Each batch is its own transaction. */
async function readPlan(
  db: Kysely<unknown>,
  caller: Caller,
  wanted: Wanted,
  source: Source,
): Promise<StagedPlan> {
  const { viber } = wanted;
  const [, keywords, { kind }, { consecutive_numbers }] = await Promise.all([
    sendersOf(db, caller.account, wanted),
    loadKeywords(db),
    destinationFor(db, wanted),
    readSettings(db),
  ]);
  refuseKeywords(keywords, wanted.body);
  refuseLong(wanted);
  const { rows } = await sql<{ uuid: string }>`${prepared}
    INSERT INTO plan (account, request_hash, keywords, test, expires_at)
    VALUES (${caller.account}, ${hashOf(wanted)}, ${keywords.version}, ${kind === 'simulator'},
      now() + make_interval(hours => ${PLAN_HOURS}))
    RETURNING uuid`.execute(db);
  const uuid = rows[0]?.uuid as string;
  return orRemoved(db, uuid, async () => {
    const given = await stage(db, { plan: uuid, body: wanted.body, keywords, viber }, source);
    // A run has at least so many numbers.
    const isLong = consecutive_numbers && given >= consecutive_numbers;
    const flag = isLong ? await findRuns(db, uuid, consecutive_numbers) : null;
    const rows = { hidden_rows: source.hiddenRows?.() ?? 0, file_rows: source.fileRows?.() ?? 0 };
    return { uuid, found: { ...rows, flag } };
  });
}

/** Counts the recipients of a plan, which can be sent by its uuid from then on. */
const countPlan = (
  db: Kysely<unknown>,
  caller: Caller,
  wanted: Wanted,
  { uuid, found }: StagedPlan,
  scheduledAt: string | null,
): Promise<void> =>
  orRemoved(db, uuid, async () => {
    const counted = await summarize(db, caller.account, uuid, wanted.sender);
    const summary: PlanSummary = { ...counted, ...found };
    if (wanted.urgent) await requireUrgentLimits(db, caller.account, summary.recipients, scheduledAt);
    await sql`UPDATE plan SET summary = ${JSON.stringify(summary)} WHERE uuid = ${uuid}`.execute(db);
  });

/** Reads the recipients into a new plan, counts them and returns its uuid. `scheduledAt`: when it would be sent. */
export async function stagePlan(
  db: Kysely<unknown>,
  caller: Caller,
  wanted: Wanted,
  source: Source,
  scheduledAt: string | null = null,
): Promise<string> {
  const read = await readPlan(db, caller, wanted, source);
  await countPlan(db, caller, wanted, read, scheduledAt);
  return read.uuid;
}

/**
 * The plan that a request sends: that of an earlier check, or what `stage` reads of a source. Its recipients are counted
 * when they are accepted. `failed`: the answer to a refusal may name the plan for the next request, so it is counted.
 */
export function planToSend(
  db: Kysely<unknown>,
  caller: Caller,
  wanted: Wanted,
  of: string | (() => Source),
  scheduledAt: string | null = null,
): {
  stage(): Promise<{ plan: string; staged?: StagedPlan['found'] }>;
  failed(error: unknown): Promise<never>;
} {
  let read: StagedPlan | undefined;
  return {
    async stage() {
      if (typeof of === 'string') return { plan: of };
      read = await readPlan(db, caller, wanted, of());
      return { plan: read.uuid, staged: read.found };
    },
    async failed(error) {
      if (read && error instanceof Problem)
        await countPlan(db, caller, wanted, read, scheduledAt).catch(() => undefined);
      throw error;
    },
  };
}

/** Removes a plan if the work on it fails. */
async function orRemoved<T>(db: Db, plan: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sql`DELETE FROM plan_recipient WHERE plan = ${plan}`.execute(db);
    await sql`DELETE FROM plan WHERE uuid = ${plan}`.execute(db);
    throw error;
  }
}
