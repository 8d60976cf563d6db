import { type Kysely, sql } from 'kysely';
import type { Channel } from '#schema/channel.ts';
import type { HttpSettings } from '#schema/httpLink.ts';
import type { LinkKind, OperatorLink } from '#schema/operatorLink.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { hasCome } from '../platform/farTimes.ts';
import { ifReadable } from '../platform/keyring.ts';
import { copyLinkCosts } from './linkCosts.ts';
import { lockLogins, otherWithLogin } from './linkLogins.ts';
import { callbackPath, openPassword } from './linkPassword.ts';
import { FAILOVER } from './routing.ts';
import { isPem, readUrl } from './smpp/settings.ts';
import { liveWorkers } from './workers.ts';

/**
 * An operator link from the environment. Messages and receipts refer to its name, so it must be the same after a restart.
 */
export interface Operator {
  name: string;
  /** smpp://user:password@host:port, as for createLink. */
  url: string;
  /** The operator simulator, which only takes tests. */
  isSimulator?: boolean;
}

/** Name of the link to the operator simulator, which delivers to nobody. No other link may use it. */
export const SIMULATOR = 'simulator';

/** Where a link connects, by its protocol. */
export type Peer =
  /** An address and login, as for createLink. */
  | { kind: 'smpp'; url: string }
  | { kind: 'http'; channel: Channel; settings: HttpSettings; secret: string; callbackPath: string }
  /** Its secret cannot be decrypted, for this reason. */
  | { kind: 'unreadable'; reason: string };

/** A link as a worker runs it. */
export interface LinkRow {
  uuid: string;
  name: string;
  /** Where and how it connects; a change means a new connection. */
  peer: Peer;
  isActive: boolean;
}

/** A worker's report on a link. */
export interface LinkReport {
  link: string;
  state: 'connecting' | 'bound' | 'down';
  since: string;
  reason: string | null;
  in_flight: number;
  per_minute: number;
  /** The worker's share of the window, and of the rate: null is no limit. */
  window_share: number;
  rate_share: number | null;
  /** Since when the operator has accepted nothing because it throttles. */
  throttled_since: string | null;
  last_error: string | null;
  last_error_at: string | null;
}

/**
 * Inserts the environment's links into the table, or updates their addresses, without passwords. Settings made in the
 * console stay, unless the environment has changed since it was last read. A new one begins with those of the newest other
 * link of the environment with its system ID, and with its cost prices: the operator has mostly moved. Throws if another
 * link has the simulator's name, a link's login, or its name over HTTP or with another login of the console's.
 */
export async function registerLinks(db: Kysely<unknown>, operators: readonly Operator[]): Promise<void> {
  // One at a time: the workers that run lock several links in another order.
  for (const operator of operators) await db.transaction().execute((trx) => registerLink(trx, operator));
}

async function registerLink(trx: Db, { name, url, isSimulator = false }: Operator): Promise<void> {
  const { host, port, tls, user, systemType, window, rate, tlsName, bindMode, long, ids, ca } = readUrl(url);
  await lockLogins(trx);
  // One of the environment's that is written otherwise, such as with the port, is the same link under its former name.
  const other = await otherWithLogin(trx, { host, port, system_id: user }, name, 'console');
  if (other) {
    const login = `${user} at ${host}:${port}`;
    throw new Error(
      `The operator link ${other} has the same login as ${name}: ${login}. Change or delete one of them.`,
    );
  }
  // A file name is meaningless on other machines.
  const certificates = isPem(ca) ? ca : '';
  const given = JSON.stringify({ window, rate });
  const { rows } = await sql<{ former: string | null }>`
      WITH former AS (
        SELECT name, operators, priority, weight, is_active FROM operator_link
        WHERE NOT ${isSimulator}::bool AND NOT is_simulator AND managed_by = 'environment' AND system_id = ${user}
          AND name <> ${name}
        ORDER BY created_at DESC, uuid DESC LIMIT 1
      )
      INSERT INTO operator_link AS l (name, is_simulator, managed_by, host, port, tls, system_id, system_type, tls_ca, tls_name,
        bind_mode, long_messages, message_ids, "window", rate, given, operators, priority, weight, is_active)
      SELECT ${name}, ${isSimulator}::bool, 'environment', ${host}, ${port}::int, ${tls}::bool, ${user}, ${systemType},
        ${certificates}, ${tlsName}, ${bindMode}, ${long}, ${ids}, ${window}::int, ${rate}::int, ${given}::jsonb,
        coalesce(f.operators, '{}'), coalesce(f.priority, 10), f.weight, coalesce(f.is_active, true)
      FROM (SELECT) one LEFT JOIN former f ON true
      ON CONFLICT (name) DO UPDATE SET managed_by = 'environment', password = NULL, host = excluded.host,
        port = excluded.port, tls = excluded.tls, system_id = excluded.system_id, system_type = excluded.system_type,
        tls_ca = excluded.tls_ca, tls_name = excluded.tls_name, bind_mode = excluded.bind_mode,
        long_messages = excluded.long_messages, message_ids = excluded.message_ids,
        "window" = CASE WHEN l.given = excluded.given THEN l."window" ELSE excluded."window" END,
        rate = CASE WHEN l.given = excluded.given THEN l.rate ELSE excluded.rate END, given = excluded.given
        WHERE l.is_simulator = excluded.is_simulator AND l.kind = 'smpp' AND (l.managed_by = 'environment'
          -- One of the console becomes the environment's with its login, not with another one and its name.
          OR (lower(l.host), l.port, l.system_id) = (lower(excluded.host), excluded.port, excluded.system_id))
      -- Zero: it was inserted.
      RETURNING (SELECT name FROM former WHERE l.xmax = 0) AS former`.execute(trx);
  const [registered] = rows;
  if (!registered) throw new Error(`There is an operator link with the name ${name}. Delete it first.`);
  if (registered.former) await copyLinkCosts(trx, registered.former, name);
}

/**
 * Removes the simulator from the table if it is no longer started; returns whether it was there. Its messages keep waiting.
 */
export async function forgetSimulator(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM operator_link l WHERE is_simulator AND NOT EXISTS (
      SELECT FROM operator_link_state s WHERE s.link = l.uuid AND s.worker IN (${liveWorkers}))`.execute(db);
  return Boolean(numAffectedRows);
}

/** Columns of `operator_link` that say where a link connects and how. */
export interface Connection {
  kind: LinkKind;
  http: HttpSettings | null;
  host: string;
  port: number;
  tls: boolean;
  system_id: string;
  system_type: string;
  tls_ca: string;
  tls_name: string;
  bind_mode: OperatorLink['bind_mode'];
  long_messages: OperatorLink['long_messages'];
  message_ids: OperatorLink['message_ids'];
}

/** What else a link's row says. */
export interface LinkColumns extends Connection {
  uuid: string;
  name: string;
  managed_by: 'environment' | 'console';
  is_active: boolean;
}

interface Stored extends LinkColumns {
  channel: Channel;
  password: string | null;
  callback_secret: string | null;
}

/** The links that a worker runs: those from the console, and those from its own environment. */
export async function readLinks(db: Db, operators: readonly Operator[]): Promise<LinkRow[]> {
  const { rows } = await sql<Stored>`${prepared}
    SELECT uuid, name, managed_by, kind, channel, http, host, port, tls, system_id, password, callback_secret, system_type, tls_ca,
      tls_name, bind_mode, long_messages, message_ids, is_active
    FROM operator_link ORDER BY uuid`.execute(db);
  return rows.flatMap((row) => {
    const own = operators.find(({ name }) => name === row.name);
    if (row.managed_by === 'environment' && !own) return [];
    const { uuid, name, is_active: isActive } = row;
    const peer = own ? ({ kind: 'smpp', url: own.url } as const) : readablePeer(row);
    return [{ uuid, name, isActive, peer }];
  });
}

const readablePeer = (row: Stored): Peer =>
  ifReadable(
    () => peerOf(row),
    ({ message: reason }) => ({ kind: 'unreadable', reason }),
  );

function peerOf(row: Stored): Peer {
  const { uuid, channel, http: settings, password, callback_secret: callback } = row;
  const secret = password === null ? '' : openPassword(uuid, password);
  if (settings === null || callback === null) return { kind: 'smpp', url: urlOf(row, secret) };
  return { kind: 'http', channel, settings, secret, callbackPath: callbackPath(uuid, callback) };
}

/** The address and login of an SMPP link, as for createLink. */
export function urlOf(row: Connection, password: string): string {
  const host = row.host.includes(':') ? `[${row.host}]` : row.host;
  const login = [row.system_id, password].map(encodeURIComponent).join(':');
  const query = new URLSearchParams({
    system_type: row.system_type,
    ca: row.tls_ca,
    tls_name: row.tls_name,
    bind: row.bind_mode,
    long: row.long_messages,
    ids: row.message_ids,
  });
  return `${row.tls ? 'smpps' : 'smpp'}://${login}@${host}:${row.port}?${query}`;
}

/** Writes a worker's report on its links. A connecting link reserves its operators for a moment, as if bound. */
export async function reportLinks(db: Db, worker: number, reports: readonly LinkReport[]): Promise<void> {
  await sql`${prepared}
    INSERT INTO operator_link_state AS s (link, worker, state, since, reason, in_flight, per_minute, window_share,
      rate_share, throttled_since, last_error, last_error_at, holds_until, seen_at)
    SELECT r.link, ${worker}, r.state, r.since, r.reason, r.in_flight, r.per_minute, r.window_share, r.rate_share,
      r.throttled_since, r.last_error, r.last_error_at, now() + make_interval(secs => ${FAILOVER}), now()
    FROM jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) AS r(link uuid, state text, since timestamptz,
      reason text, in_flight int, per_minute int, window_share int, rate_share float8,
      throttled_since timestamptz, last_error text, last_error_at timestamptz)
    JOIN operator_link l ON l.uuid = r.link
    ON CONFLICT (link, worker) DO UPDATE SET state = excluded.state, since = excluded.since,
      reason = excluded.reason, in_flight = excluded.in_flight, per_minute = excluded.per_minute,
      window_share = excluded.window_share, rate_share = excluded.rate_share, throttled_since = excluded.throttled_since,
      last_error = excluded.last_error, last_error_at = excluded.last_error_at, seen_at = excluded.seen_at,
      holds_until = CASE WHEN excluded.state = 'bound' THEN excluded.holds_until ELSE s.holds_until END`.execute(
    db,
  );
}

/** Removes a worker's report and shares for a link that it no longer runs; for all its links if none is given. */
export async function forgetLinks(db: Kysely<unknown>, worker: number, link?: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM operator_link_state WHERE worker = ${worker} AND link = coalesce(${link ?? null}, link) RETURNING 1)
    SELECT pg_notify('operator_link', '') FROM gone LIMIT 1`.execute(db);
}

/** Removes the reports of workers that died long ago. */
export async function forgetDeadWorkers(db: Db): Promise<void> {
  await sql`
    DELETE FROM operator_link_state
    WHERE (seen_at < now() - interval '1 minute' OR NOT ${hasCome(sql`seen_at`)}) AND worker NOT IN (${liveWorkers})`.execute(
    db,
  );
}
