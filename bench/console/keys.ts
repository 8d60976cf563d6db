/**
 * `node bench/console/keys.ts [--rounds 7] [--slow 4] [--trace] FOLDER FOLDER...` types into the text of Send Bulk SMS in
 * builds of this console (each FOLDER is a `dist/`), one after the other in each round and in the other order in the next. For
 * each key it counts the main thread's own processor time, which other work on the machine touches less than the clock: until
 * the frame that shows the character, and in all until the next key. `--trace` says what the browser and whose code do in it
 * (builds with source maps).
 */
import type { Page } from 'playwright';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { launch } from './browser.ts';
import { MESSAGE } from './inputs.ts';
import { CUSTOMER, PASSWORD, startOurs } from './ours.ts';
import { reader, SAMPLES, Spent, Sums, samplesOf, workBetween } from './samples.ts';
import { serveBuild } from './serveBuild.ts';
import { median, readTrace, type Trace, type TraceEvent } from './visits.ts';

const TEXT = 'Hello {{name}}, we open at ten. '.repeat(2);
/** A fast typist's delay between keys. */
const KEY_MS = 100;
const REST_MS = 1500;

/** Keeps the time from each key until the next frame (Event Timing, in steps of 8 ms). */
const EVENTS = `(() => {
  window.benchKeys = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.benchKeys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
})();`;

interface Key {
  from: number;
  /** The end of the task that paints the character. */
  painted: number;
  until: number;
  ms: number;
  /** Milliseconds until the next key. */
  all: number;
}

interface Round {
  slowestByClock: number;
  keys: Key[];
}

const { values, positionals: folders } = readOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    slow: { type: 'string', default: '4' },
    trace: { type: 'boolean', default: false },
    top: { type: 'string', default: '25' },
  },
});

/** The keys of a trace, with the tasks of the main thread that belong to each. */
function keysOf({ events, tasks }: Trace): Key[] {
  const main = tasks[0];
  const own = events.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const at = (name: string, type?: string) =>
    own.filter((event) => event.name === name && (!type || event.args.data?.type === type));
  const downs = at('EventDispatch', 'keydown');
  const paints = at('Paint');
  const taskOf = (event: TraceEvent | undefined) =>
    event && tasks.find(({ ts, dur = 0 }) => ts <= event.ts && event.ts <= ts + dur);
  return downs.map((down, index) => {
    const from = taskOf(down)?.ts ?? down.ts;
    const until = taskOf(downs[index + 1])?.ts ?? Number.POSITIVE_INFINITY;
    const input = at('EventDispatch', 'input').find(({ ts }) => ts >= from && ts < until);
    const frame = taskOf(paints.find(({ ts }) => ts >= (input?.ts ?? from)));
    const painted = frame ? frame.ts + (frame.dur ?? 0) : until;
    const sum = (end: number) =>
      tasks.reduce((total, { ts, tdur = 0 }) => (ts >= from && ts < end ? total + tdur : total), 0) / 1000;
    return { from, painted, until, ms: sum(Math.min(painted, until)), all: sum(until) };
  });
}

async function write(page: Page, url: string): Promise<{ visit: Trace; slowestByClock: number }> {
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(EVENTS);
  await page.goto(url);
  await page.locator(MESSAGE).first().click();
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slow) });
  await page.waitForTimeout(REST_MS);
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, {
    categories: [
      ...['toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata'],
      ...(values.trace ? [SAMPLES, 'v8'] : []),
    ],
  });
  await page.evaluate(`window.benchKeys = []; performance.mark('bench opened'); undefined`);
  await page.keyboard.type(TEXT, { delay: KEY_MS });
  await page.waitForTimeout(REST_MS);
  const trace = await browser.stopTracing();
  const slowestByClock = await page.evaluate<number>('Math.max(0, ...window.benchKeys)');
  return { visit: readTrace(trace, url), slowestByClock };
}

const ours = await startOurs();
const browser = await launch();
const builds = await Promise.all(
  folders.map(async (folder) => ({ folder, served: await serveBuild(folder, ours.server.url) })),
);
const { data } = await ours.server.call<{ data: { token: string } }>('POST', '/v1/login/', {
  email: CUSTOMER,
  password: PASSWORD,
});
const found = new Map<string, Round[]>(folders.map((folder) => [folder, []]));
for (let round = -1; round < Number(values.rounds); round++) {
  for (const { folder, served } of round % 2 ? builds : [...builds].reverse()) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies([
      { name: 'token', value: data.token, domain: '127.0.0.1', path: '/', sameSite: 'Lax' },
    ]);
    const { visit, slowestByClock } = await write(await context.newPage(), `${served.url}/sms/bulk-sms`);
    await context.close();
    if (round < 0) continue;
    const keys = keysOf(visit);
    found.get(folder)?.push({ slowestByClock, keys });
    if (!values.trace) continue;
    const read = reader(folder);
    const samples = samplesOf(visit);
    const slowest = keys.toSorted((a, b) => b.ms - a.ms);
    for (const [title, some, end] of [
      ['the five slowest keys, until painted', slowest.slice(0, 5), 'painted'],
      ['all keys, until painted', keys, 'painted'],
      ['all keys, until the next', keys, 'until'],
    ] as const) {
      const spent = new Spent();
      const what = new Sums();
      for (const key of some) {
        for (const event of workBetween(visit, key.from, key[end]))
          what.add(event.name, (event.tdur ?? 0) / 1000);
        for (const sample of samples) if (sample.at >= key.from && sample.at < key[end]) read(sample, spent);
      }
      console.log(
        `\n=== ${folder}: ${title}: ${some
          .slice(0, 5)
          .map(({ ms }) => ms.toFixed(1))
          .join(', ')}`,
      );
      what.print('by what the browser does (nested)', some.length, Number(values.top), 0.1);
      spent.functions.print('by function, self', some.length, Number(values.top), 0.1);
      spent.components.print(
        'by component or effect, with what it calls',
        some.length,
        Number(values.top),
        0.1,
      );
    }
  }
}
const [first = []] = found.values();
const figures: Record<string, (round: Round) => number> = {
  'slowest by the clock': ({ slowestByClock }) => slowestByClock,
  'slowest until painted': ({ keys }) => Math.max(...keys.map(({ ms }) => ms)),
  'a key until painted': ({ keys }) => median(keys.map(({ ms }) => ms)),
  'a key in all': ({ keys }) => median(keys.map(({ all }) => all)),
};
for (const [folder, rounds] of found) {
  const told = Object.entries(figures).map(([name, of]) => {
    const ratio = median(rounds.map((round, n) => of(round) / of(first[n] ?? round)));
    return `${name} ${median(rounds.map(of)).toFixed(1)} ms, ${ratio.toFixed(3)} of the first`;
  });
  console.log(`${folder}: ${told.join('; ')}`);
}
await browser.close();
for (const { served } of builds) served.close();
await ours.close();
process.exit();
