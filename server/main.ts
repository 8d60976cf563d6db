import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { bucketOf, readConfig, sellerOf, sendsMail, showsOutbox } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { DEMO_PASSWORD, DEMO_USERS, seedAdministrator, seedDemo, seedReference } from './demo.ts';
import { sheetImports } from './jobs/imports.ts';
import { mailDelivery } from './jobs/mail.ts';
import { watchOnlinePayments } from './jobs/onlinePayments.ts';
import { startQueue } from './jobs/queue.ts';
import { operatorsOf, startWorker } from './jobs/worker.ts';
import { requestLine } from './log.ts';
import { localFiles } from './services/files.ts';
import { s3Files } from './services/filesS3.ts';
import { keepHouse } from './services/housekeeping.ts';
import { smtpTransport } from './services/mail.ts';
import { onlinePaymentsOf } from './services/online/gateways.ts';
import { startSimulator } from './simulator/child.ts';

/** What was started, to be stopped in the other order. */
const running: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { req: requestLine },
  });
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbedded({ dataDir: config.DATA_DIR, log: (line) => log.info(line) });
  if (embedded) running.push(() => embedded.stop());
  const url = config.DATABASE_URL ?? (embedded?.url as string);
  await migrate(url);
  const database = openDatabase(url, config.DATABASE_POOL, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  running.push(() => database.close());
  const { db } = database;
  await seedReference(db);
  const seller = sellerOf(config);
  if (embedded && seller) await seedDemo(db, seller);
  else if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
    await seedAdministrator(db, config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
  }

  const folder = join(config.DATA_DIR, 'files');
  const bucket = bucketOf(config);
  const files = bucket ? await s3Files(bucket, folder) : localFiles(folder);
  running.push(async () => files.close());
  let publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const transport =
    config.SMTP_URL && config.MAIL_FROM ? smtpTransport(config.SMTP_URL, config.MAIL_FROM) : null;
  if (transport) running.push(async () => transport.close());
  const queue = await startQueue({
    url,
    handlers: {
      'contact-import': sheetImports({ db, files }),
      mail: mailDelivery({ db, publicUrl: () => publicUrl, transport, log }),
      housekeeping: () => keepHouse(db, files, config.VALIDITY_HOURS),
    },
    log,
  });
  running.push(() => queue.stop());

  const online = onlinePaymentsOf(config, db, log);
  if (online.methods.length > 0) {
    if (config.ESEWA_PRODUCT_CODE === 'EPAYTEST') {
      log.warn('eSewa’s test merchant EPAYTEST is configured: its payments move no real money');
    }
    const watch = watchOnlinePayments(online, log);
    running.push(() => watch.stop());
  }

  const operators = config.SMPP_URL ? operatorsOf(config.SMPP_URL) : [await simulated(config)];
  const worker = await startWorker(database, operators, config, log);
  running.push(() => worker.stop());

  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const app = await buildApp(
    {
      config,
      db,
      files,
      enqueue: queue.enqueue,
      deliverMail: queue.deliverMail,
      dist: existsSync(join(dist, 'index.html')) ? dist : undefined,
    },
    log,
  );
  running.push(() => app.close());
  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : config.PORT;
  publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  console.log(`\n  bulk-sms-console is at http://localhost:${port}`);
  if (showsOutbox(config)) console.log(`  No SMTP_URL: mail is shown at http://localhost:${port}/dev/outbox`);
  if (!sendsMail(config)) {
    console.log('  No SMTP_URL: no mail leaves, so nobody can register or get a new password');
  }
  if (embedded) console.log(`  Sign in as ${DEMO_USERS.join(', ')}\n  with the password ${DEMO_PASSWORD}\n`);
}

async function simulated(config: ReturnType<typeof readConfig>) {
  const simulator = await startSimulator({
    journal: join(config.DATA_DIR, 'simulator.jsonl'),
    port: config.SIMULATOR_PORT,
  });
  running.push(() => simulator.stop());
  console.log(
    `  No SMPP_URL: messages go to the operator simulator; its counters are at ${simulator.control}/stats`,
  );
  return { name: 'simulator', url: simulator.url };
}

let stopping: Promise<void> | undefined;
/** Stops accepting, sends what is in hand, and ends the database last. */
const stop = (): Promise<void> => {
  stopping ??= (async () => {
    for (const end of running.reverse()) await end().catch((error: unknown) => console.error(error));
  })();
  return stopping;
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}
start().catch(async (error: unknown) => {
  console.error(`The server cannot start: ${error instanceof Error ? error.message : error}`);
  await stop();
  process.exit(1);
});
