/**
 * Records what the upgrade test upgrades: a database of this version with campaigns in every state, whose worker was
 * killed while it was sending, and the journal of the operator. Run it with the version before a migration:
 *
 *   node tests/support/upgrades/record.ts FOLDER
 *
 * writes FOLDER/database.jsonl and FOLDER/operator.jsonl. FOLDER is named after the newest migration of that version.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { startEmbedded } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { PASSWORD, seed, users } from '../app.ts';
import { enterableFolder, temporaryFolder } from '../folder.ts';
import { startServer } from '../server.ts';
import { startSimulator } from '../simulator.ts';
import { takeSnapshot } from './snapshot.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tests/support/upgrades/record.ts FOLDER');
const PATH = '/v1/sms/compose/';
const DUE_AFTER_DAYS = 30;
const APPROVED_ABOVE = 90;
/** Two parts in UCS-2. */
const LONG = 'नमस्ते। तपाईंको बिल तयार छ, कृपया समयमै तिर्नुहोस्। धन्यवाद। फेरि भेटौंला है।';

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await holds()) return;
    await delay(10);
  }
  throw new Error('it did not come to that within 30 seconds');
}

const embedded = await startEmbedded({ dataDir: enterableFolder('record-'), durable: false });
const journal = join(temporaryFolder('journal-'), 'operator.jsonl');
const operator = await startSimulator({ journal, undelivered: 0.2, 'receipt-after': 20 });
await migrate(embedded.url);
const { db, close } = openDatabase(embedded.url, 4, () => {});
const { sender } = await seed(db);
const environment = {
  DATABASE_URL: embedded.url,
  SMPP_URL: `${operator.url}?window=10`,
  DISPATCH_BATCH: '40',
};
const api = await startServer(environment, ['--role', 'api']);
const worker = await startServer(environment, ['--role', 'worker']);

let given = 0;
/** None of the simulator's magic endings. */
const phones = (count: number) => Array.from({ length: count }, () => `98${42_010_100 + given++}`);
async function send(name: string, numbers: string[], more: object = {}): Promise<string> {
  const body = { name, sender, body: `Hello of ${name}`, recipients: { numbers }, ...more };
  const { data: plan } = await api.call<{ data: Plan }>('POST', `${PATH}plan/`, body);
  const decision = { plan: plan.uuid, cost: plan.cost };
  return (await api.call<{ data: Campaign }>('POST', PATH, { ...body, ...decision })).data.uuid;
}
const show = async (uuid: string) => (await api.call<{ data: Campaign }>('GET', `${PATH}${uuid}/`)).data;
const act = (uuid: string, action: string) => api.call('POST', `${PATH}${uuid}/${action}/`);
const has = (uuid: string, check: (campaign: Campaign) => boolean) =>
  until(async () => check(await show(uuid)));
const isBegun = ({ submitted }: Campaign) => submitted > 0;

/**
 * Null: no campaign needs approval. The limit counts a whole day, so with a limit only the first campaigns
 * would be sent without approval.
 */
const approveAbove = (recipients: number | null) =>
  sql`UPDATE provider_setting SET approval_above = ${recipients}`.execute(db);

await api.signIn(users.customer, PASSWORD);

const endings = ['9841990001', '9841990002', '9841990004', ...phones(9)];
const completed = await send('completed', endings);
await has(completed, ({ status, submitted }) => status === 'completed' && submitted === 0);
const retried = await api.call<{ data: Campaign }>('POST', `${PATH}${completed}/retry/`, {
  max_cost: 100_000,
});
await has(retried.data.uuid, ({ status, submitted }) => status === 'completed' && submitted === 0);
await approveAbove(APPROVED_ABOVE);
await send('draft', phones(APPROVED_ABOVE + 1));
await approveAbove(null);
const dueAt = new Date(Date.now() + DUE_AFTER_DAYS * 86_400_000).toISOString();
const scheduled = await send('scheduled', phones(8), { scheduled_at: dueAt });
await has(scheduled, ({ status }) => status === 'scheduled');

// From here on the operator is slow, and its receipts are late.
await operator.settings({ latency: 150, receipts: false });
const cancelled = await send('cancelled', phones(APPROVED_ABOVE));
await has(cancelled, isBegun);
await act(cancelled, 'cancel');
const paused = await send('paused', phones(APPROVED_ABOVE));
await has(paused, isBegun);
await act(paused, 'pause');
const sending = await send('sending', phones(60), { body: LONG });
await send('urgent', phones(10), { urgent: true });
await has(sending, isBegun);
// The operator disconnects: unwritten messages wait for a retry, written ones are unknown.
await operator.kill('SIGKILL');
// It is not known which campaign they belong to: the urgent one may have had the whole window.
await until(async () => (await sql`SELECT FROM message_unknown LIMIT 1`.execute(db)).rows.length > 0);
await operator.restart();
await operator.settings({ latency: 150, receipts: false });
await send('more', phones(APPROVED_ABOVE));
// Some messages are in flight for the first time, others again.
await until(async () => {
  const { rows } = await sql<{ first: boolean; again: boolean }>`
    SELECT EXISTS (SELECT FROM hand WHERE first IS NOT NULL) AS first,
      EXISTS (SELECT FROM message_retry WHERE hand IS NOT NULL) AS again`.execute(db);
  return Boolean(rows[0]?.first && rows[0].again);
});
await worker.kill('SIGKILL');
await send('preparing', phones(12));
await approveAbove(APPROVED_ABOVE);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'database.jsonl'), await takeSnapshot(db));
await operator.kill('SIGKILL');
copyFileSync(journal, join(folder, 'operator.jsonl'));
await api.kill('SIGTERM');
await close();
await embedded.stop();
process.exit(0);
