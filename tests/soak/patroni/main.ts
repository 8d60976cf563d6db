/**
 * `npm run soak:patroni [-- --kills 3]`: kills the primary of a Patroni cluster (deploy/ha) again and again while
 * campaigns are accepted and sent, and judges at the end by what the operator took. Needs Debian's packages, which it
 * names where they are missing. Exits 1 when anything was wrong. See docs/deploy.md.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { checkLedger } from '../../../server/services/reports/ledgerCheck.ts';
import { PASSWORD, seed, users } from '../../support/app.ts';
import { startServer } from '../../support/server.ts';
import { startSimulator } from '../../support/simulator.ts';
import { startPatroni } from './cluster.ts';

const COMPOSE = '/v1/sms/compose/';
const RECIPIENTS = 150;
const BETWEEN_CAMPAIGNS = 700;
const BEFORE_A_KILL = 15_000;
/** Milliseconds: a takeover is Patroni's ttl and a little; then all settles by receipts. */
const PATIENCE = 300_000;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '3' } } });
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);

const cluster = await startPatroni();
say(cluster.versions);
await cluster.whole();
const maintenance = new Client(cluster.url.replace(/console$/, 'postgres'));
await maintenance.connect();
await maintenance.query('CREATE DATABASE console');
await maintenance.end();
await migrate(cluster.url);
const { db, close } = openDatabase(cluster.url, 4, () => {});
const { sender } = await seed(db);
const operator = await startSimulator({ 'receipt-after': 200, latency: 20 });
const environment = { DATABASE_URL: cluster.url, SMPP_URL: `${operator.url}?window=10` };
const api = await startServer(environment, ['--role', 'api']);
const workers = [
  await startServer(environment, ['--role', 'worker']),
  await startServer(environment, ['--role', 'worker']),
];
const login = { email: users.customer, password: PASSWORD };
const { data: session } = await api.call<{ data: { token: string } }>('POST', '/v1/login/', login);

/** Throws unless the answer is 2xx. A key makes it safe to ask again where the answer was lost. */
async function compose<T>(path: string, body: object, key?: string): Promise<T> {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: {
      authorization: `Token ${session.token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()).data;
}

/** Numbers of the campaigns that were answered with 201, by campaign. */
const accepted = new Map<string, string[]>();
let numbered = 0;
let refused = 0;
let isOver = false;

/** Plans and sends one campaign after another; one that is refused is asked for again, with the same key. */
async function traffic(): Promise<void> {
  while (!isOver) {
    const numbers = Array.from({ length: RECIPIENTS }, () => `98${42_010_100 + numbered++}`);
    const body = { name: `of ${numbered}`, sender, body: `Hello ${numbered}`, recipients: { numbers } };
    const decide = ({ uuid, cost }: Plan) => ({ ...body, plan: uuid, cost });
    let sending: ReturnType<typeof decide> | undefined;
    while (!isOver) {
      try {
        sending ??= decide(await compose<Plan>(`${COMPOSE}plan/`, body));
        accepted.set((await compose<Campaign>(COMPOSE, sending, body.name)).uuid, numbers);
        break;
      } catch {
        refused++;
        await delay(BETWEEN_CAMPAIGNS);
      }
    }
    await delay(BETWEEN_CAMPAIGNS);
  }
}

/** Resolves with the milliseconds until it holds. */
async function until(what: string, holds: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await holds().catch(() => false))) {
    if (performance.now() - start > PATIENCE) throw new Error(`not within ${PATIENCE / 1000} s: ${what}`);
    await delay(200);
  }
  return Math.round(performance.now() - start);
}

const running = traffic();
for (let n = 1; n <= Number(values.kills); n++) {
  await delay(BEFORE_A_KILL);
  const lost = (await cluster.members()).find(({ Role }) => Role === 'Leader')?.Member ?? '';
  cluster.lose(lost);
  say(`${lost}, the primary, is lost; ${accepted.size} campaigns were accepted`);
  const promoted = await until('another primary', async () =>
    (await cluster.members()).some(
      ({ Member, Role, State }) => Role === 'Leader' && Member !== lost && State === 'running',
    ),
  );
  const before = (await operator.accepted()).length;
  const sending = await until('sending goes on', async () => (await operator.accepted()).length > before);
  say(`another primary after ${promoted} ms, messages at the operator ${sending} ms later`);
  cluster.restore(lost);
  await cluster.whole();
}
isOver = true;
await running;

await until('everything is settled', async () => {
  const open = await sql`
    SELECT FROM campaign WHERE status <> 'completed'
    UNION ALL SELECT FROM message WHERE status IN ('queued', 'submitted', 'unknown')`.execute(db);
  return open.rows.length === 0;
});
const taken = new Map<string, number>();
for (const { to } of await operator.accepted()) taken.set(to, (taken.get(to) ?? 0) + 1);
const messages = await sql<{ phone: string; status: string }>`SELECT phone, status FROM message`.execute(db);
const statusOf = new Map(messages.rows.map(({ phone, status }) => [phone.slice(1), status]));
const campaigns = await sql<{ uuid: string }>`SELECT uuid FROM campaign`.execute(db);
const kept = new Set(campaigns.rows.map(({ uuid }) => uuid));
const numbers = [...accepted.values()].flat().map((number) => `977${number}`);
const wrong = {
  'campaigns that were accepted and are gone': [...accepted.keys()].filter((uuid) => !kept.has(uuid)).length,
  'campaigns that are there and nobody was told of': campaigns.rows.filter(({ uuid }) => !accepted.has(uuid))
    .length,
  'messages that the operator took twice': [...taken.values()].filter((times) => times > 1).length,
  // One that the operator refuses is never taken.
  'messages that the operator never had': numbers.filter(
    (number) => !taken.has(number) && statusOf.get(number) !== 'rejected',
  ).length,
  'places where the books do not agree': (await checkLedger(db, { messages: true })).length,
};
say(
  `${accepted.size} campaigns of ${numbers.length} messages were accepted; ${refused} tries were refused on the way`,
);
for (const [what, many] of Object.entries(wrong)) say(`${many} ${what}`);
await close();
await operator.kill();
for (const server of [api, ...workers]) await server.kill();
await cluster.close();
process.exit(Object.values(wrong).some(Boolean) ? 1 : 0);
