import type { FaultMaker } from './faults.ts';
import type { Observer } from './observer.ts';
import type { LogLine } from './processes.ts';
import type { Accepted } from './traffic.ts';
import { BATCH, type SoakWorld, WINDOW } from './world.ts';

interface Row {
  phone: string;
  status: string;
  error: string | null;
  parts: number;
}

export interface Verdict {
  /** Messages by what became of them. */
  outcomes: Record<string, number>;
  /** Messages that were unknown at some time because their worker was gone, and because an answer was lost. */
  abandoned: number;
  unanswered: number;
  taken: number;
  /** submit_sm that an operator took twice. */
  duplicates: number;
  failures: string[];
}

/** Statuses of which the operator has the message, and of which it has not. */
const WITH = new Set(['submitted', 'delivered', 'undelivered', 'expired']);
const WITHOUT = new Set(['queued', 'cancelled']);
const FINAL = new Set(['delivered', 'undelivered', 'expired', 'rejected', 'cancelled', 'unknown']);

const sum = (counts: Record<string, number>, ...kinds: string[]) =>
  kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);

/** What must hold when all faults are over and everything has drained. */
export async function judge(
  world: SoakWorld,
  observer: Observer,
  accepted: Accepted,
  { counts }: FaultMaker['done'],
): Promise<Verdict> {
  const failures: string[] = [...accepted.surprises];
  const outcomes: Record<string, number> = {};
  const messages = await observer.insist<Row[]>('SELECT phone, status, error, parts FROM message');
  const taken = world.taken();
  const duplicates = [...taken.values()].filter((times) => times > 1).length;
  if (duplicates > 0) failures.push(`an operator took ${duplicates} submits twice`);

  let abandoned = 0;
  let unanswered = 0;
  const seen = new Set<string>();
  for (const { phone, status, error, parts } of messages) {
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    if (!FINAL.has(status)) failures.push(`${phone} is still ${status}`);
    if (seen.has(phone)) failures.push(`${phone} has two messages`);
    seen.add(phone);
    const to = phone.slice(1);
    const has = Array.from({ length: parts }, (_, i) => taken.get(`${to} ${i + 1}`) ?? 0).filter(
      Boolean,
    ).length;
    if (error === 'WORKER_DIED') abandoned++;
    else if (error && /closed|no answer|silent|ECONN|EPIPE|unreachable|unbound|bind/.test(error))
      unanswered++;
    if (WITH.has(status) && has < parts)
      failures.push(`${phone} is ${status} and the operator has ${has} of ${parts} parts`);
    if (WITHOUT.has(status) && has > 0) failures.push(`${phone} is ${status} and the operator has it`);
    if (status === 'rejected' && has > 0)
      failures.push(`${phone} is rejected (${error}) and the operator has it`);
    if (status === 'unknown' && has === parts)
      failures.push(`${phone} is unknown though the operator's receipt came`);
  }
  if (messages.length !== accepted.messages) {
    failures.push(`${accepted.messages} messages were accepted and there are ${messages.length}`);
  }
  const died = BATCH * sum(counts, 'worker-kill');
  const lostSessions =
    BATCH *
    (2 * sum(counts, 'db-stop', 'db-kill', 'db-cut', 'db-blackhole', 'disk-full') +
      sum(counts, 'db-half-open'));
  if (abandoned > died + lostSessions) failures.push(`${abandoned} messages were given up with their worker`);
  const cut =
    2 * WINDOW * sum(counts, 'operator-kill', 'operator-cut', 'operator-blackhole', 'operator-delay');
  if (unanswered > cut) failures.push(`${unanswered} messages had no answer, more than were in flight`);

  failures.push(...(await campaigns(observer, accepted)), ...(await payments(observer, accepted)));
  for (const server of world.servers) {
    failures.push(...server.deaths);
    for (const line of server.errors)
      if (!isExpected(line)) failures.push(`${server.name} logged ${JSON.stringify(line).slice(0, 3000)}`);
  }
  return { outcomes, abandoned, unanswered, taken: taken.size, duplicates, failures };
}

async function campaigns(observer: Observer, accepted: Accepted): Promise<string[]> {
  const failures: string[] = [];
  const rows = await observer.insist<{ uuid: string; name: string; recipients: number; status: string }[]>(
    'SELECT uuid, name, recipients, status FROM campaign',
  );
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  for (const [uuid, { name, recipients }] of accepted.campaigns) {
    const row = byUuid.get(uuid);
    if (row?.name !== name || row.recipients !== recipients) {
      failures.push(`campaign ${name} of ${recipients} was accepted and is ${JSON.stringify(row)}`);
    }
    if (row && row.status !== 'completed' && row.status !== 'cancelled')
      failures.push(`${name} is still ${row.status}`);
  }
  for (const { uuid, name } of rows) {
    if (!accepted.campaigns.has(uuid)) failures.push(`campaign ${name} is there, and nobody was told`);
  }
  return failures;
}

async function payments(observer: Observer, { topups, packages }: Accepted): Promise<string[]> {
  const rows = await observer.insist<{ account: string; topups: string; packages: string }[]>(`
    SELECT a.uuid AS account,
      (SELECT coalesce(sum(amount), 0) FROM wallet_entry e WHERE e.account = a.uuid AND kind = 'topup') AS topups,
      (SELECT count(*) FROM account_package p WHERE p.account = a.uuid) AS packages
    FROM account a`);
  return rows.flatMap(({ account, topups: paid, packages: bought }) =>
    Number(paid) === (topups.get(account) ?? 0) && Number(bought) === (packages.get(account) ?? 0)
      ? []
      : [
          `account ${account} has top-ups of ${paid} and ${bought} packages; answered were ${topups.get(account) ?? 0} and ${packages.get(account) ?? 0}`,
        ],
  );
}

/** PostgreSQL's classes of being away, out of room, or asked to stop; Node's and pg's words for a broken connection. */
const AWAY =
  /ECONN|EPIPE|ETIMEDOUT|ENOENT|57P0|08\w{3}|53100|53300|25P0[34]|58\w{3}|Connection terminated|timeout|timed out|No space left|not accepting|starting up|shutting down|shutdown|recovery|silent|not queryable|terminating connection|lost connection|lost its database session|heartbeat|a worker died/i;

const isExpected = ({ msg, err }: LogLine): boolean =>
  AWAY.test(`${msg} ${err?.code ?? ''} ${err?.message ?? ''}`);
