import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { type Config, type Role, readConfig, readRole, showsOutbox, simulates } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { keepEmbedded } from './db/embeddedKeeper.ts';
import { errorText } from './db/errorText.ts';
import { MIGRATION_WAITS, migrate } from './db/migrate.ts';
import {
  DEMO_PASSWORD,
  DEMO_USERS,
  declareDemo,
  hasUsers,
  seedAdministrator,
  seedDemo,
  seedReference,
} from './demo/demo.ts';
import type { Deps } from './deps.ts';
import { watchDatabase } from './jobs/databaseWatch.ts';
import { handlersOf } from './jobs/handlers.ts';
import { watchOnlinePayments } from './jobs/onlinePayments.ts';
import { operatorsOf } from './jobs/operatorsOf.ts';
import { type Queue, STOP_MS, startQueue } from './jobs/queue.ts';
import { watchReplication } from './jobs/replicationWatch.ts';
import { onShutdown, onShutdownFirst, registerWork, stop } from './jobs/running.ts';
import { watchSchema } from './jobs/schemaWatch.ts';
import { startSecrets } from './jobs/secrets.ts';
import { watchStandbys } from './jobs/standbyWatch.ts';
import { startTraces, traceJobs } from './jobs/traces.ts';
import { openUploads } from './jobs/uploads.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { createLog } from './log.ts';
import type { Files } from './services/files/files.ts';
import { clamdScanner } from './services/files/virusScanner.ts';
import { sendsMail } from './services/mail/mailServer.ts';
import { sellerNow } from './services/money/billingSettings.ts';
import { isTesting, onlinePaymentsOf } from './services/money/online/gateways.ts';
import { meterPool } from './services/platform/meters.ts';
import { linkBase } from './services/platform/publicAddress.ts';
import { keyFileOf } from './services/platform/secretKeys.ts';
import type { Traces } from './services/platform/traces/traces.ts';
import { fixDelivery } from './services/sending/deliverySettings.ts';
import { type LastDatabase, openLastDatabase } from './services/sending/failover/lastDatabase.ts';
import { Memory } from './services/sending/failover/memory.ts';
import { type Journals, noJournals, openJournals } from './services/sending/journal/journals.ts';
import { forgetSimulator, type Operator, SIMULATOR } from './services/sending/linkStates.ts';
import { fixRetention } from './services/sending/retention.ts';
import { createPoster } from './services/webhooks/post.ts';
import { startSimulator } from './simulator/child.ts';
import { startAdvice } from './startAdvice.ts';

/** What every role needs. */
interface Ground {
  config: Config;
  log: Logger;
  traces: Traces | undefined;
  url: string;
  database: Database;
  files: Files;
  isEmbedded: boolean;
  /** Where people open the console. */
  publicUrl: string;
}

async function start(): Promise<void> {
  const role = readRole(process.argv.slice(2));
  const config = readConfig(process.env);
  if (role !== 'all' && !config.DATABASE_URL) {
    throw new Error(
      `--role ${role} needs DATABASE_URL: the database that the server starts itself is for one process.`,
    );
  }
  if (role !== 'all' && simulates(config)) {
    throw new Error(
      `SIMULATOR=on is for one process that does everything, without --role ${role}: each worker would have a simulator of its own.`,
    );
  }
  const log = createLog(config.LOG_LEVEL);
  const traces = await startTraces(config, role, log);
  const ground = await openGround(config, log, traces);
  const works = role !== 'api';
  if (works) {
    await fixRetention(ground.database.db, config);
    await fixDelivery(ground.database.db, config);
  }
  const queue = await openQueue(ground, works);
  const memory = new Memory();
  const uuid = randomUUID();
  const journals = works ? await keepJournals(ground, uuid) : noJournals;
  const lastDatabase = works ? keepLastDatabase(ground) : undefined;
  const worker = works ? await work(ground, queue, memory, journals, lastDatabase) : undefined;
  const schema = watchSchema(ground);
  onShutdown(() => schema.stop());
  const watch = watchDatabase({
    ...{ db: ground.database.db, uuid, role, memory, journals, lastDatabase, log },
    renewWorker: worker?.renew,
  });
  onShutdown(registerWork(() => watch.stop()));
  const replication = watchReplication(ground);
  onShutdown(() => replication.stop());
  const standbys =
    role === 'worker'
      ? undefined
      : watchStandbys({ ...ground, process: uuid, onStatement: traces?.statement });
  await listen(ground, queue, role, memory, {
    standbys,
    isWorking: worker?.isWorking,
    isOutdated: schema.isOutdated,
    commitsWait: replication.commitsWait,
  });
}

async function openGround(config: Config, log: Logger, traces: Traces | undefined): Promise<Ground> {
  const embedded = config.DATABASE_URL
    ? undefined
    : await keepEmbedded({ dataDir: config.DATA_DIR, log: (line) => log.warn(line) });
  // It ends in its own time: nobody outside can hold it up.
  if (embedded) onShutdown(() => embedded.stop(), 60_000);
  const url = config.DATABASE_URL ?? (embedded?.url as string);
  await migrate(config.MIGRATION_DATABASE_URL ?? url, undefined, () => log.warn(MIGRATION_WAITS));
  const database = openDatabase(
    url,
    config.DATABASE_POOL,
    (error) => log.warn({ err: error }, 'a database connection broke'),
    { preparesStatements: config.DATABASE_KEEP_PLANS, onStatement: traces?.statement },
  );
  meterPool(database.use);
  onShutdown(() => database.close());
  const { db } = database;
  const file = embedded ? keyFileOf(config.DATA_DIR) : undefined;
  const secrets = await startSecrets(db, { keys: config.SECRET_KEY, file, log });
  onShutdown(() => secrets.stop());
  await seedReference(db);
  const files = await openUploads(db, config, log);
  if (embedded) await declareDemo(db);
  const seller = embedded && (await sellerNow(db, config));
  if (seller) await seedDemo(db, seller, files);
  else if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
    await seedAdministrator(db, config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
  }
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  return { config, log, traces, url, database, files, isEmbedded: Boolean(embedded), publicUrl };
}

async function openQueue(ground: Ground, works: boolean): Promise<Queue> {
  const { url, log, database } = ground;
  // A role without ownership finds a schema of its own (deploy/roles.sql), because it may not create one.
  const { rows } = await sql<{ isMissing: boolean }>`
    SELECT to_regnamespace('pgboss') IS NULL AS "isMissing"`.execute(database.db);
  const queue = await startQueue({
    url,
    handlers: works ? traceJobs(ground.traces, handlersOf(ground)) : null,
    log,
    createSchema: rows[0]?.isMissing === true,
  });
  onShutdown(
    registerWork(() => queue.stop()),
    2 * STOP_MS,
  );
  return queue;
}

/** The journals of this host's workers; without them a kill leaves more messages unknown. */
async function keepJournals({ config, log }: Ground, process: string): Promise<Journals> {
  const journals = await openJournals({
    folder: join(config.DATA_DIR, 'journal'),
    process,
    boot: config.BOOT_ID,
    onError: (error) => log.error({ err: error }, 'the journal of what is sent cannot be kept'),
  });
  onShutdown(() => journals.close());
  return journals;
}

/** Beside the journals, for a worker that starts while a former primary leads again. */
const keepLastDatabase = ({ config, log }: Ground): LastDatabase =>
  openLastDatabase(join(config.DATA_DIR, 'journal', 'database'), (error) =>
    log.warn({ err: error }, 'the last database cannot be remembered'),
  );

/** A worker's tasks besides the queue's jobs: webhooks, online payments and sending. */
async function work(
  { config, log, database }: Ground,
  { deliverMail, wake }: Queue,
  memory: Memory,
  journals: Journals,
  lastDatabase: LastDatabase | undefined,
): Promise<Worker> {
  const { db } = database;
  const poster = createPoster({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE });
  const webhooks = startWebhooks({ db, poster, deliverMail, log });
  onShutdownFirst(registerWork(() => webhooks.stop()));

  const online = onlinePaymentsOf(config, db, { deliverMail, log });
  if (await isTesting(db, config)) {
    log.warn('eSewa’s test merchant EPAYTEST is configured: its payments move no real money');
  }
  const watch = watchOnlinePayments(online, log);
  onShutdownFirst(registerWork(() => watch.stop()));

  if (!simulates(config) && (await forgetSimulator(db)))
    log.info('the operator simulator is off: its link is removed');
  const operators = await operatorsFor(config);
  const settings = {
    ...config,
    callbackBase: linkBase(config) || `http://localhost:${config.PORT}`,
    allowPrivate: config.OPERATOR_ALLOW_PRIVATE,
    onJob: wake,
  };
  const worker = await startWorker(database, operators, settings, log, memory, journals, lastDatabase);
  onShutdownFirst(registerWork(() => worker.stop()));
  return worker;
}

/** Answers HTTP; a process that is only a worker just has health checks. */
async function listen(
  ground: Ground,
  queue: Queue,
  role: Role,
  memory: Memory,
  state: Pick<Deps, 'standbys' | 'isWorking' | 'isOutdated' | 'commitsWait'>,
): Promise<void> {
  const { config, log, database, files } = ground;
  const dist = join(import.meta.dirname, '../dist');
  const app = await buildApp(
    {
      config,
      db: database.db,
      files,
      scan: config.CLAMD_URL
        ? clamdScanner(config.CLAMD_URL, (error) =>
            log.error({ err: error }, 'clamd did not check an upload'),
          )
        : undefined,
      enqueue: queue.enqueue,
      deliverMail: queue.deliverMail,
      memory,
      traces: ground.traces,
      ...state,
      dist: existsSync(join(dist, 'index.html')) ? dist : undefined,
    },
    log,
    role === 'worker' ? 'health' : 'all',
  );
  onShutdownFirst(() => app.close());
  // Asked before anybody is answered: a database that goes away now still means that the server has not started.
  const mails = await sendsMail(database.db, config);
  const isOpen = await hasUsers(database.db);
  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : config.PORT;
  if (role === 'worker') {
    console.log(`\n  A worker of bulk-sms-console runs; its health is at http://localhost:${port}/readyz`);
    return;
  }
  ground.publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  console.log(`\n  bulk-sms-console is at http://localhost:${port}`);
  if (showsOutbox(config)) console.log(`  No SMTP_URL: mail is shown at http://localhost:${port}/dev/outbox`);
  if (!mails) {
    console.log('  No mail server is set: no mail leaves, so nobody can register or get a new password');
  }
  if (!isOpen) console.log('  Nobody can sign in: set ADMIN_EMAIL and ADMIN_PASSWORD, and start it again');
  if (ground.isEmbedded) {
    console.log(`  Sign in as ${DEMO_USERS.join(', ')}\n  with the password ${DEMO_PASSWORD}\n`);
  }
}

async function operatorsFor(config: Config): Promise<Operator[]> {
  if (config.SMPP_URL) return operatorsOf(config.SMPP_URL);
  if (simulates(config)) return [await simulated(config)];
  console.log('  No SMPP_URL: messages go out over the operator links that are set in the console');
  return [];
}

async function simulated(config: Config): Promise<Operator> {
  const simulator = await startSimulator({
    journal: join(config.DATA_DIR, 'simulator.jsonl'),
    port: config.SIMULATOR_PORT,
  });
  onShutdown(() => simulator.stop());
  console.log(
    `  Without an operator, messages go to the simulator, which delivers to nobody; its counters are at ${simulator.control}/stats`,
  );
  return { name: SIMULATOR, url: simulator.url, isSimulator: true };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}
start().catch(async (error: unknown) => {
  const advice = startAdvice(error);
  console.error(`The server cannot start: ${errorText(error)}${advice ? `. ${advice}` : ''}`);
  await stop();
  process.exit(1);
});
