import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Failover } from '#schema/failover.ts';
import { type Cluster, SOCKETS } from './cluster.ts';
import { type Node, SETTINGS } from './node.ts';
import { findPrograms, versionOf } from './programs.ts';
import type { TrialResult } from './runTrial.ts';
import { judge, unsettled } from './verdict.ts';
import { drain, until, type World } from './world.ts';

export const RESTORE = 'restore';
const STANZA = '--stanza=console';
const FAILOVER = '/v1/admin/failover/';
/** Recipients of the campaign that is being sent at the moment that is restored, and of the one after it. */
const SALE = 3000;
const LAST = 40;
/** Messages that are sent before, and after. */
const FLOW = 500;
/** Milliseconds for which nothing may be sent until staff decide. */
const STILL = 8000;

/** Throws a sentence that names the package to install. */
export const findBackup = (): string => versionOf('pgbackrest', 'version', 'pgbackrest');

/** Archives the log of a whole cluster from now on, and takes its first backup. */
export async function startBackups(cluster: Cluster): Promise<void> {
  const leader = (await cluster.leader()) as Node;
  await leader.run('pgbackrest', [STANZA, 'stanza-create']);
  await cluster.configure({
    archive_mode: 'on',
    archive_command: `pgbackrest ${STANZA} archive-push %p`,
    archive_timeout: '60',
  });
  await cluster.whole();
  const now = (await cluster.leader()) as Node;
  await now.run('pgbackrest', [STANZA, 'check']);
  await now.run('pgbackrest', [STANZA, '--type=full', 'backup']);
}

/**
 * Restores the cluster to a moment at which a campaign is being sent and another one does not exist yet, while the server
 * goes on: staff are asked, told what is lost, and nothing is sent twice when they resume.
 */
export async function restoreTrial(cluster: Cluster, world: World): Promise<TrialResult> {
  const { db, traffic, operator } = world;
  const sent = async () => (await operator.stats()).messages;
  const failures: string[] = [];
  const notes: string[] = [];
  const before = await sent();
  const sale = await traffic.send(SALE);
  await until('the sale is being sent', async () => (await sent()) > before + FLOW);
  const moment = (await sql<{ now: string }>`SELECT now()::text AS now`.execute(db)).rows[0]?.now ?? '';
  const at = await sent();
  const last = await traffic.send(LAST, { urgent: true });
  const phones = new Set(last.numbers);
  const takenOf = async () => (await operator.accepted()).filter(({ to }) => phones.has(to)).length;
  await until('the last campaign is sent', async () => (await takenOf()) === LAST);
  await until('more of the sale is sent', async () => (await sent()) > at + FLOW);
  await archived(world);

  const stoppedAt = Date.now();
  const node = await restoreTo(cluster, moment);
  notes.push(`restored to ${moment} on ${node.name}`);
  await cluster.whole();
  const state = () => world.staff<Failover | null>('GET', FAILOVER);
  await until('every process has compared', async () => {
    const now = await state();
    return now?.resumed_at === null && now.missing.length === 0 && now.campaigns.length > 0;
  });
  const asked = (await state()) as Failover;
  const resumedAfter = Math.round((Date.now() - stoppedAt) / 100) / 10;
  notes.push(`staff were asked after ${resumedAfter} s; ${asked.messages} messages were marked`);
  const still = await sent();
  await delay(STILL);
  if ((await sent()) !== still) failures.push('messages were sent before staff decided');
  const [lost, ...others] = asked.campaigns;
  if (lost?.uuid !== last.uuid || others.length > 0 || lost.handed !== LAST)
    failures.push(`the lost campaigns are told wrong: ${JSON.stringify(asked.campaigns)}`);
  if (asked.messages === 0) failures.push('no message was marked that was sent after the moment');

  await world.staff('POST', `${FAILOVER}resume/`);
  await drain(operator, () => unsettled(db)).catch((error: Error) => failures.push(error.message));
  const accepted = new Map([...traffic.accepted, [sale.uuid, sale.numbers]]);
  const verdict = await judge(db, operator, { accepted, surprises: [] });
  for (const [what, many] of Object.entries(verdict)) if (many > 0) failures.push(`${many} ${what}`);
  const counts = { campaigns: 2, messages: SALE + LAST, refused: 0 };
  const times = { ledAfter: null, pause: null, resumedAfter, limit: null };
  return { name: RESTORE, ...counts, ...times, ...verdict, notes, failures };
}

/** Resolves when the log of everything until now is in the repository. */
async function archived({ db }: World): Promise<void> {
  const { rows } = await sql<{ file: string }>`SELECT pg_walfile_name(pg_switch_wal()) AS file`.execute(db);
  const file = rows[0]?.file ?? '';
  await until('the log is archived', async () => {
    const { rows } = await sql<{
      last: string;
    }>`SELECT last_archived_wal AS last FROM pg_stat_archiver`.execute(db);
    return (rows[0]?.last ?? '') >= file;
  });
}

/** The steps of docs/high-availability.md: restore one node, start it alone until it has reached the moment, copy it. */
async function restoreTo(cluster: Cluster, moment: string): Promise<Node> {
  const node = (await cluster.leader()) as Node;
  const others = cluster.nodes.filter((one) => one !== node);
  const { binaries } = findPrograms();
  for (const one of [...others, node]) await one.stop();
  await node.run('sh', [
    '-c',
    `printf 'console\\nYes I am aware\\n' | patronictl -c ${SETTINGS} remove console`,
  ]);
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  await node.run('pgbackrest', [STANZA, '--delta', ...target, 'restore']);
  const control = (...args: string[]) => node.run(`${binaries}/pg_ctl`, ['-D', node.data, '-w', ...args]);
  // It hears nobody until it is the cluster's again. Unlike real nodes, these differ in ports and folders.
  const own = { listen_addresses: "''", port: node.database, hba_file: `${node.data}/pg_hba.conf` };
  const options = Object.entries(own).map(([name, value]) => `-c ${name}=${value}`);
  await control('-t', '300', '-o', options.join(' '), '-l', `${node.data}/../restore.log`, 'start');
  const inRecovery = ['-h', SOCKETS, '-p', String(node.database), '-U', 'postgres', '-Atc'];
  await until(
    'the moment is reached',
    async () =>
      (await node.run(`${binaries}/psql`, [...inRecovery, 'SELECT pg_is_in_recovery()'])).trim() === 'f',
  );
  await control('-m', 'fast', 'stop');
  node.start();
  await until('the restored node leads', async () => (await cluster.leader()) === node);
  for (const other of others) {
    other.empty();
    other.start();
  }
  return node;
}
