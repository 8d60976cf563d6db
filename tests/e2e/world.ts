import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';
import { launchBrowser, type RunningBrowser } from '../support/browser.ts';
import { copyOfFolder } from '../support/folder.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';
import { soon } from '../support/soon.ts';
import { nameServer } from './ownName.ts';
import { CUSTOMER, PASSWORD } from './steps.ts';

/** What a journey takes place in: the server with its demonstration, an operator, and a browser. */
export interface World {
  server: RunningServer;
  operator: RunningSimulator;
  browser: RunningBrowser;
  close(): Promise<void>;
}

/** Below the ports that Linux gives to outgoing connections, any of which could take one again before the server does. */
const PORTS = { from: 15_000, count: 15_000 };

async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  const probe = createServer();
  const isFree = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
  return isFree ? port : freePort();
}

/** A prompt operator that delivers everything. */
const PROMPT = { undelivered: 0, 'receipt-after': 50 };

// Worker processes outlive their files (`isolate: false`), and these live as long as theirs.
let worldsBrowser: Promise<RunningBrowser> | undefined;
/** The browser of this worker, which nobody closes. */
export const workersBrowser = (): Promise<RunningBrowser> => {
  worldsBrowser ??= launchBrowser();
  return worldsBrowser;
};
let worldsOperator: Promise<RunningSimulator> | undefined;
/** The ports of its servers, in turns. Two, because the server of the file before may still be ending. */
const worldsPorts: number[] = [];
/** The server of the file before, which ends while the next one starts. */
let leaving: Promise<unknown> = Promise.resolve();

/** What a browser has compiled of one address, it does not compile again. */
async function nextPort(): Promise<number> {
  if (worldsPorts.length < 2) worldsPorts.unshift(await freePort());
  else worldsPorts.reverse();
  return worldsPorts[0] as number;
}

interface Options {
  /** Flags of an operator of the file's own. */
  simulator?: Record<string, string | number>;
  /** False: as `npm start` without SMPP_URL, whose campaigns go to the server's own simulator. */
  operator?: false;
  /** What the SMPP address ends with, such as `?window=5`. */
  link?: string;
  /** May be made of the address that the server is going to have. */
  environment?: Record<string, string> | ((url: string) => Record<string, string>);
  /** What is done to the demonstration's data before its server starts: what no user may. */
  prepare?(dataDir: string): Promise<void>;
}

/** The server keeps its port through a restart, as the page that is open expects. */
async function start(
  port: number,
  { simulator, operator: has, link = '', environment = {}, prepare }: Options,
): Promise<World> {
  const shared = workersBrowser();
  const own = simulator && startSimulator({ ...PROMPT, ...simulator });
  worldsOperator ??= own ? undefined : startSimulator(PROMPT);
  const demoData = inject('demoData');
  if (!demoData) throw new Error('this project has no demonstration: see tests/support/globalSetup.ts');
  const [browser, operator, dataDir] = await Promise.all([
    shared,
    (own ?? worldsOperator) as Promise<RunningSimulator>,
    copyOfFolder(demoData, 'data-'),
  ]);
  await prepare?.(dataDir);
  const [server] = await Promise.all([
    startServer({
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(has !== false && { SMPP_URL: operator.url + link }),
      ...(typeof environment === 'function' ? environment(`http://127.0.0.1:${port}`) : environment),
    }),
    leaving,
  ]);
  if (!own) await operator.reset();
  return {
    server,
    operator,
    browser,
    async close() {
      leaving = (async () => {
        await server.kill('SIGTERM');
        await rm(dataDir, { recursive: true, force: true });
      })();
      await own?.then((one) => one.kill());
    },
  };
}

/**
 * Browser and operator are one a worker. Each file has the demonstration anew: a copy of the run's, under a server that
 * starts on it, as `npm start` does the second time.
 */
export async function startWorld(options: Options = {}): Promise<World> {
  await leaveStanding();
  return start(await nextPort(), options);
}

/** Imports a sheet with a contact that there is, and a row that is refused, so that there is an import to look at. */
async function importOne({ call, signIn }: RunningServer): Promise<void> {
  await signIn(CUSTOMER, PASSWORD);
  const { results } = await call<{ results: { name: string; phone: string }[] }>(
    'GET',
    '/v1/core/contacts/?page_size=1',
  );
  const rows = [...results.map(({ name, phone }) => `${name},${phone}`), 'Ram,01-4412345'];
  const form = new FormData();
  form.append('file', new Blob([`name,phone\n${rows.join('\n')}\n`]), 'two.csv');
  const { data: file } = await call<{ data: { uuid: string } }>('POST', '/v1/core/upload/file/public/', form);
  const path = '/v1/core/contacts/imports/';
  const mapping = { phone: 'phone', name: 'name' };
  const { data } = await call<{ data: { uuid: string } }>('POST', path, {
    file: file.uuid,
    mapping,
    groups: [],
  });
  await soon(async () => {
    const { data: now } = await call<{ data: { status: string } }>('GET', `${path}${data.uuid}/`);
    if (now.status !== 'completed') throw new Error(`the import is ${now.status}`);
  });
}

/**
 * For files that only look, whose pages are the same whichever came before: the demonstration, and a sheet that the
 * customer has imported, under a provider's own name. It has an operator of its own, who would else give its server the receipts of another.
 */
async function startStanding(): Promise<World> {
  const world = await start(await freePort(), { simulator: {} });
  const folder = inject('standingServers');
  const file = join(folder, String(world.server.pid));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '');
  await nameServer(world.server);
  await importOne(world.server);
  return {
    ...world,
    async close() {
      rmSync(file);
      await world.close();
    },
  };
}

let standing: Promise<World> | undefined;

/**
 * One a worker, until it comes to files that do more (sequencer.ts). The run's end stops the last ones' servers
 * (globalSetup.ts): a worker of vitest ends without a word.
 */
export const standingWorld = (): Promise<World> => {
  standing ??= startStanding();
  return standing;
};

/** A server that nobody asks anything takes a twentieth of a core all the same. */
async function leaveStanding(): Promise<void> {
  // One that did not start has failed the tests that asked for it.
  const world = await standing?.catch(() => undefined);
  standing = undefined;
  await world?.close();
}
