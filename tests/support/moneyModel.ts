import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { CampaignStatus } from '#schema/campaignState.ts';
import { type MessageStatus, messageMoves } from '#schema/message.ts';

/** Details of an operation that statuses do not show. */
export interface Done {
  /** Messages that their operator accepted in this operation, whatever happened to them afterwards. */
  taken?: ReadonlySet<string>;
  /** Unknown messages that expire now are released, without a receipt from the operator. */
  releases?: boolean;
}

interface Message {
  uuid: string;
  campaign: string;
  status: MessageStatus;
  /** Ten-thousandths of a paisa, so that sums are whole. */
  amount: number;
  parts: number;
  package_parts: number;
  frees: boolean;
  charged: boolean;
}

interface Campaign {
  uuid: string;
  account: string;
  status: CampaignStatus;
  expanding: boolean;
  cost: number;
  package_parts: number;
  captured: number;
  captured_exact: number;
  package_captured: number;
  released: number;
  package_released: number;
}

interface Account {
  /** Incoming money from outside, minus purchases of packages. */
  paid: number;
  bought: number;
  /** How far below zero its balance may fall, in minor units. */
  credit: number;
  /** The final charges of finished campaigns. */
  kept: number;
  parts: number;
}

const ENDED = new Set<CampaignStatus>(['completed', 'cancelled', 'failed']);
/** For a finished campaign: claimed by a worker, or unknown. */
const OPEN = new Set<MessageStatus>(['queued', 'unknown']);
const LIVE = new Set<MessageStatus>(['queued', 'submitted', 'unknown']);
const EXACT = 10_000;

/** PostgreSQL rounds halves away from zero. */
const round = (exact: number): number => Math.floor((exact + EXACT / 2) / EXACT);

/**
 * The expected state of every account, calculated from the operations and from the designed cost of each step
 * of a message, and compared with the database after each operation.
 */
export function createModel(db: Kysely<unknown>) {
  const accounts = new Map<string, Account>();
  const campaigns = new Map<string, Campaign>();
  const messages = new Map<string, Map<string, Message>>();
  /** The time of the last known change. */
  let since = '-infinity';

  const accountOf = (uuid: string): Account => {
    const account = accounts.get(uuid) ?? { paid: 0, bought: 0, credit: 0, kept: 0, parts: 0 };
    accounts.set(uuid, account);
    return account;
  };

  function charge(was: MessageStatus, now: Message, { taken, releases = false }: Done): boolean {
    const { status, frees, charged, uuid } = now;
    const from = was === 'queued' && taken?.has(uuid) ? 'submitted' : was;
    if (status === 'submitted') return true;
    if (from === 'submitted') return status === 'delivered' || !frees;
    if (from !== 'unknown' || was === status) return charged;
    if (status === 'delivered') return true;
    return status !== 'rejected' && !(status === 'expired' && releases) && !frees;
  }

  const changedMessages = () =>
    sql<Omit<Message, 'charged'> & { changed: string }>`
      SELECT m.uuid, m.campaign, m.status, (m.amount * ${EXACT})::bigint AS amount, m.parts, m.package_parts,
        coalesce((c.prices->m.operator->>'release_undelivered')::boolean, false) AS frees,
        m.updated_at::text AS changed
      FROM message m JOIN campaign c ON c.uuid = m.campaign
      WHERE m.campaign = ANY(${[...campaigns.keys()]}) AND m.updated_at >= ${since}::timestamptz
      ORDER BY m.updated_at`.execute(db);
  const liveCampaigns = () =>
    sql<Campaign>`
      SELECT uuid, account, status, expanding, cost, package_parts, captured,
        (captured_exact * ${EXACT})::bigint AS captured_exact, package_captured, released, package_released
      FROM campaign WHERE uuid = ANY(${[...campaigns.keys()]})`.execute(db);
  const books = () =>
    sql<{ uuid: string; balance: number; entries: number; remaining: number }>`
      SELECT uuid, balance,
        (SELECT coalesce(sum(amount), 0)::bigint FROM wallet_entry WHERE account = a.uuid) AS entries,
        (SELECT coalesce(sum(remaining), 0)::int FROM account_package WHERE account = a.uuid) AS remaining
      FROM account a WHERE uuid = ANY(${[...accounts.keys()]}) ORDER BY uuid`.execute(db);

  function follow(rows: Awaited<ReturnType<typeof changedMessages>>['rows'], done: Done): void {
    since = rows.at(-1)?.changed ?? since;
    for (const { changed, ...row } of rows) {
      const known = messages.get(row.campaign) ?? new Map<string, Message>();
      messages.set(row.campaign, known);
      const was = known.get(row.uuid);
      const now = { ...row, charged: was?.charged ?? false };
      if (was && was.status !== row.status) {
        // A claim does not change a message's row.
        const moves: readonly MessageStatus[] =
          was.status === 'queued'
            ? [...messageMoves.queued, ...messageMoves.submitting]
            : messageMoves[was.status];
        const isMove =
          moves.includes(row.status) ||
          moves.some((step) => (messageMoves[step] as readonly string[]).includes(row.status));
        expect(isMove, `${row.uuid} went from ${was.status} to ${row.status}`).toBe(true);
        now.charged = charge(was.status, now, done);
      }
      known.set(row.uuid, now);
    }
  }

  function checkCampaign(campaign: Campaign): void {
    const all = [...(messages.get(campaign.uuid)?.values() ?? [])];
    const charged = all.filter((message) => message.charged);
    const open = all.filter((message) => OPEN.has(message.status));
    const sum = (of: Message[], what: 'amount' | 'package_parts') =>
      of.reduce((total, message) => total + message[what], 0);
    const captured = sum(charged, 'amount');
    const isEnded = ENDED.has(campaign.status);
    const kept = round(captured + sum(open, 'amount'));
    const parts = sum(charged, 'package_parts');
    const wanted: Campaign = {
      ...campaign,
      captured_exact: captured,
      captured: round(captured),
      package_captured: parts,
      released: isEnded ? campaign.cost - kept : 0,
      package_released: isEnded ? campaign.package_parts - parts - sum(open, 'package_parts') : 0,
    };
    // Hundreds are compared after each operation, so expect() is used only to report a difference.
    if (!isDeepStrictEqual(campaign, wanted)) expect(campaign, 'a campaign').toEqual(wanted);
  }

  return {
    /** The account received money from outside, or paid some out; minor units. */
    paid(account: string, amount: number): void {
      accountOf(account).paid += amount;
    },
    /** The account is post-paid with this limit, in minor units. */
    credit(account: string, limit: number): void {
      accountOf(account).credit = limit;
    },
    bought(account: string, parts: number): void {
      accountOf(account).bought += parts;
    },
    accepted(uuid: string): void {
      campaigns.set(uuid, { uuid } as Campaign);
    },
    campaigns: () => [...campaigns.values()],
    /** Messages that may still change. */
    messages: (...statuses: MessageStatus[]): Message[] =>
      [...messages.values()].flatMap((of) => [...of.values()].filter((m) => statuses.includes(m.status))),

    /** Compares everything that may have changed since the last comparison. */
    async check(done: Done = {}): Promise<void> {
      const [changed, live, found] = await Promise.all([changedMessages(), liveCampaigns(), books()]);
      follow(changed.rows, done);
      const kept = new Map<string, { money: number; parts: number }>();
      for (const campaign of live.rows) {
        checkCampaign(campaign);
        campaigns.set(campaign.uuid, campaign);
        const money = campaign.cost - campaign.released;
        const parts = campaign.package_parts - campaign.package_released;
        const isLive = [...(messages.get(campaign.uuid)?.values() ?? [])].some((m) => LIVE.has(m.status));
        if (ENDED.has(campaign.status) && !campaign.expanding && !isLive) {
          const account = accountOf(campaign.account);
          account.kept += money;
          account.parts += parts;
          campaigns.delete(campaign.uuid);
          messages.delete(campaign.uuid);
          continue;
        }
        const sum = kept.get(campaign.account) ?? { money: 0, parts: 0 };
        kept.set(campaign.account, { money: sum.money + money, parts: sum.parts + parts });
      }
      for (const { uuid, ...has } of found.rows) {
        const account = accountOf(uuid);
        const balance = account.paid - account.kept - (kept.get(uuid)?.money ?? 0);
        const remaining = account.bought - account.parts - (kept.get(uuid)?.parts ?? 0);
        expect(has, `account ${uuid}`).toEqual({ balance, entries: balance, remaining });
        expect(balance).toBeGreaterThanOrEqual(-account.credit);
      }
    },
  };
}
export type Model = ReturnType<typeof createModel>;
