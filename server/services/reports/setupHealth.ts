import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { type HealthCheck, type HealthState, healthNames, healthStates } from '#schema/setupHealth.ts';
import type { Db } from '../../db/database.ts';
import { standbyState, stoppedSince } from '../sending/failover/standby.ts';
import type { ConfiguredSetup, FoundSetup } from './setup.ts';

/** What the environment and the settings say. */
export interface ConfiguredHealth {
  setup: ConfiguredSetup;
  /** There is no mail server: mail is not sent, and the demonstration shows it. */
  showsMail: boolean;
  /** What does not work because no key of this process decrypts its secret. */
  unreadable: { mail: boolean; payments: boolean };
  /** Without PUBLIC_URL, links in mail and passkeys have the server's own address. */
  address: boolean;
  /** Uploads are scanned. */
  scanner: boolean;
  /** The key of the secrets is not in a file of this machine. */
  secrets: boolean;
  /** Uploads are in a bucket. */
  bucket: boolean;
  /** The folder whose disk is checked. */
  dataDir: string;
}

/** Hours after which the last backup is too old: a night and some time to copy. */
const BACKUP_HOURS = 26;
/** Seconds by which a process's clock may differ from the database's: codes of authenticator apps last 30. */
const CLOCK_SECONDS = 5;
/** Minutes that a mail may wait, over several attempts. */
const MAIL_MINUTES = 15;
/** Seconds after which a process that does not report is gone. */
const WORKER_SECONDS = 30;
/** Shares of a disk that are left. */
const DISK_LOW = 0.15;
const DISK_FULL = 0.05;

interface Facts {
  is_demo: boolean;
  links: number;
  bound: number;
  simulators: number;
  workers: number;
  failed: number;
  waiting_since: string | null;
  backup_at: string | null;
  archives: boolean;
  archived_at: string | null;
  now: number;
}

async function factsOf(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT (SELECT is_demo FROM provider_setting) AS is_demo,
      (SELECT count(*)::int FROM operator_link WHERE NOT is_simulator AND is_active) AS links,
      (SELECT count(*)::int FROM operator_link l JOIN operator_link_now n ON n.link = l.uuid
        WHERE NOT l.is_simulator AND l.is_active AND n.state = 'bound') AS bound,
      (SELECT count(*)::int FROM operator_link WHERE is_simulator AND is_active) AS simulators,
      (SELECT count(*)::int FROM server_process
        WHERE role <> 'api' AND seen_at > now() - make_interval(secs => ${WORKER_SECONDS})) AS workers,
      (SELECT count(*)::int FROM mail WHERE failed_at > now() - interval '1 day') AS failed,
      (SELECT to_json(min(created_at)) #>> '{}' FROM mail WHERE sent_at IS NULL AND failed_at IS NULL
        AND created_at < now() - make_interval(mins => ${MAIL_MINUTES})) AS waiting_since,
      (SELECT chosen ->> 'at' FROM settings_part WHERE name = 'backup') AS backup_at,
      current_setting('archive_mode') <> 'off' AS archives,
      (SELECT to_json(last_archived_time) #>> '{}' FROM pg_stat_archiver) AS archived_at,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`.execute(db);
  return rows[0] as Facts;
}

type Found = Omit<HealthCheck, 'name'>;
const ok: Found = { state: 'ok', reason: 'ok' };
const is = (state: HealthState, reason: string, values?: HealthCheck['values']): Found => ({
  state,
  reason,
  ...(values && { values }),
});
const unless = (holds: boolean, state: HealthState, reason = 'missing'): Found =>
  holds ? ok : is(state, reason);

function operatorOf({ links, bound, simulators }: Facts): Found {
  if (links === 0) return simulators > 0 ? is('note', 'simulator') : is('error', 'missing');
  if (bound === 0) return is('error', 'down');
  return bound < links ? is('warning', 'partly', { bound, links }) : ok;
}

function mailOf(
  { failed, waiting_since: since }: Facts,
  { setup: { mail }, showsMail, unreadable }: ConfiguredHealth,
): Found {
  if (!mail) return is('error', 'missing');
  if (unreadable.mail) return is('error', 'unreadable');
  if (showsMail) return is('note', 'shown');
  if (since) return is('error', 'waiting', { since });
  return failed > 0 ? is('warning', 'failed', { count: failed }) : ok;
}

function backupOf({ backup_at: noted, archives, archived_at: archived, now }: Facts): Found {
  // A process that archives the log continuously reports its last piece.
  const last = [noted, archives ? archived : null]
    .filter((time) => time !== null)
    .sort()
    .at(-1);
  if (!last) return is('warning', 'unknown');
  const isOld = now - Date.parse(last) > BACKUP_HOURS * 3_600_000;
  return isOld ? is('error', 'old', { at: last }) : is('ok', 'done', { at: last });
}

async function replicationOf(db: Db): Promise<Found> {
  const standby = await standbyState(db);
  if (standby === 'synchronous') return ok;
  if (standby === 'none') return is('note', 'missing');
  return standby === 'waiting' ? is('error', 'waiting') : is('warning', 'asynchronous');
}

async function diskOf(folder: string): Promise<Found> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const share = blocks > 0 ? bavail / blocks : 1;
  const values = { free: Math.round((bavail * bsize) / 1e9), percent: Math.round(share * 100) };
  if (share < DISK_FULL) return is('error', 'full', values);
  return share < DISK_LOW ? is('warning', 'low', values) : is('ok', 'free', values);
}

/** `before` and `after`: this process's time before and after the database told its own. */
function clockOf(now: number, before: number, after: number): Found {
  const outside = Math.max(before - now, now - after, 0) / 1000;
  return outside > CLOCK_SECONDS ? is('error', 'differs', { seconds: Math.round(outside) }) : ok;
}

function secretsOf({ secrets, setup }: ConfiguredHealth): Found {
  if (secrets) return ok;
  return setup.secrets ? is('warning', 'file') : is('error', 'missing');
}

/** Checks that only repeat what the set-up list knows. */
const setupChecks = ({ price }: FoundSetup, { brand, tax, payments }: ConfiguredSetup) => ({
  brand: unless(brand, 'warning'),
  price: unless(price, 'warning'),
  tax: unless(tax, 'warning'),
  payments: unless(payments, 'warning'),
});

/**
 * Checks the set-up as this process sees it: what is missing, broken, or replaced by a fallback. `now` is its clock, in
 * milliseconds. A check that fails is an `error` with the reason `unreadable`.
 */
export async function setupHealthOf(
  db: Db,
  configured: ConfiguredHealth,
  found: FoundSetup,
  now: () => number = Date.now,
): Promise<{ isDemo: boolean; checks: HealthCheck[] }> {
  const before = now();
  const facts = await factsOf(db);
  const after = now();
  const [stopped, replication, disk] = await Promise.all([
    stoppedSince(db),
    replicationOf(db).catch(() => is('error', 'unreadable')),
    diskOf(configured.dataDir).catch(() => is('error', 'unreadable')),
  ]);
  const results: Record<HealthCheck['name'], Found> = {
    operator: operatorOf(facts),
    worker: unless(facts.workers > 0, 'error'),
    sending: stopped ? is('error', 'stopped', { since: stopped }) : ok,
    mail: mailOf(facts, configured),
    address: unless(configured.address, 'warning'),
    backup: backupOf(facts),
    replication,
    disk,
    clock: clockOf(facts.now, before, after),
    storage: configured.bucket ? ok : is('note', 'folder'),
    scanner: unless(configured.scanner, 'note'),
    secrets: secretsOf(configured),
    ...setupChecks(found, configured.setup),
    ...(configured.unreadable.payments && { payments: is('error', 'unreadable') }),
  };
  return { isDemo: facts.is_demo, checks: healthNames.map((name) => ({ name, ...results[name] })) };
}

/** Subjects of the list of what a new provider has to set up (setup.ts), and of other alerts on the dashboard. */
const TOLD = new Set<HealthCheck['name']>(['operator', 'mail', 'brand', 'price', 'tax', 'payments']);

/**
 * The worst check that needs an action; of equally bad ones the first. Checks that the dashboard shows elsewhere do not
 * count: sending is stopped, the standby is late, and those of the set-up list while it is shown. None in a demonstration.
 */
export function shownOnDashboard(
  { isDemo, checks }: { isDemo: boolean; checks: readonly HealthCheck[] },
  hasList: boolean,
): HealthCheck | null {
  // The list has the key of the secrets only where there is none, and takes a secret that cannot be read for set.
  const isInList = ({ name, reason }: HealthCheck) =>
    (TOLD.has(name) && reason !== 'unreadable') || (name === 'secrets' && reason === 'missing');
  const isListed = (check: HealthCheck) =>
    check.name === 'sending' || check.name === 'replication' || (hasList && isInList(check));
  const weight = ({ state }: HealthCheck) => healthStates.indexOf(state);
  const [worst] = isDemo
    ? []
    : checks.filter((check) => !isListed(check)).toSorted((a, b) => weight(b) - weight(a));
  return worst && weight(worst) >= healthStates.indexOf('warning') ? worst : null;
}
