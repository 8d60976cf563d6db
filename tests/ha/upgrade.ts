/**
 * `npm run upgrade:trial [-- --from v1.2.0] [--to HEAD]`: replaces every process of one version by the next, one after the
 * other, while campaigns are accepted and sent, as docs/deploy.md says. Exits 1 unless every request was answered with 2xx,
 * nothing was lost and nothing was sent twice. Where both versions have the same schema, the newer one gets a migration for
 * the trial.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { startEmbedded } from '../../server/db/embedded.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { checkOut, plantMigration, previousRelease, type Release } from './releases.ts';
import { judge, unsettled } from './verdict.ts';
import { createWorld, drain, until } from './world.ts';

/** Milliseconds for which both versions work side by side. */
const TOGETHER = 20_000;

const { values } = readOptions({
  options: { from: { type: 'string', default: previousRelease() }, to: { type: 'string', default: 'HEAD' } },
});
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
const failures: string[] = [];

const [old, next] = [checkOut(values.from), checkOut(values.to)];
const planted = plantMigration(next, old);
say(`from ${values.from} (${old.commit}) to ${values.to} (${next.commit})`);
say(
  planted ? `both have one schema: the newer one gets ${planted}` : 'the newer one has migrations of its own',
);

const embedded = await startEmbedded({ dataDir: temporaryFolder('upgrade-'), durable: false });
execFileSync(process.execPath, [join(old.folder, 'server/db/migrateNow.ts')], {
  env: { ...process.env, MIGRATION_DATABASE_URL: embedded.url },
});
const apis: RunningServer[] = [];
let turn = 0;
const world = await createWorld(embedded.url, () => apis[turn++ % apis.length] as RunningServer);
const { traffic, operator, db, environment } = world;
const start = ({ main }: Release, role: 'api' | 'worker') => startServer(environment, ['--role', role], main);
const sent = async () => (await operator.stats()).messages;
/** What a balancer does: a process gets no new request before it is asked to stop. */
const retire = async (server: RunningServer) => {
  const at = apis.indexOf(server);
  if (at >= 0) apis.splice(at, 1);
  await server.kill('SIGTERM');
};

apis.push(await start(old, 'api'), await start(old, 'api'));
const [first, second] = apis as [RunningServer, RunningServer];
const workers = [await start(old, 'worker'), await start(old, 'worker')] as const;
traffic.start();
await until('the former version sends', async () => (await sent()) > 500);
say(`${traffic.accepted.size} campaigns accepted by the former version`);

const newApi = await start(next, 'api');
say('an API of the next version has migrated the database');
apis.push(newApi);
const atMigration = await sent();
await delay(TOGETHER);
for (const server of [first, second, ...workers]) {
  const answer = await fetch(`${server.url}/readyz`);
  if (answer.status !== 200)
    failures.push(`a process of the former version is not ready: ${await answer.text()}`);
}
const byFormer = (await sent()) - atMigration;
say(`${byFormer} messages were sent by workers of the former version on the next one's schema`);
if (byFormer === 0) failures.push('the former version sent nothing on the new schema');

const newWorker = await start(next, 'worker');
await delay(TOGETHER);
await retire(workers[0]);
const otherWorker = await start(next, 'worker');
await retire(workers[1]);
await retire(first);
const otherApi = await start(next, 'api');
apis.push(otherApi);
await retire(second);
const afterwards = await sent();
await until('the next version sends', async () => (await sent()) > afterwards + 500);
await traffic.stop();
say('every process is of the next version');
await drain(operator, () => unsettled(db)).catch((error: Error) => failures.push(error.message));
const verdict = await judge(db, operator, traffic);
for (const [what, many] of Object.entries(verdict)) if (many > 0) failures.push(`${many} ${what}`);
failures.push(...traffic.surprises.slice(0, 5));
if (traffic.refused > 0) failures.push(`${traffic.refused} requests failed`);
const messages = [...traffic.accepted.values()].flat().length;
say(
  `${traffic.accepted.size} campaigns of ${messages} messages accepted, ${traffic.refused} requests failed`,
);
for (const failure of failures) say(`WRONG: ${failure}`);
if (failures.length === 0) say('0 lost, 0 twice, the books agree, no request failed');
for (const server of [newApi, otherApi, newWorker, otherWorker]) await server.kill('SIGTERM');
await world.close();
await embedded.stop();
process.exit(failures.length > 0 ? 1 : 0);
