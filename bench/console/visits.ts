import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { FAST_4G, launch } from './browser.ts';
import { ADMIN, type Ours, startOurs, tokenOf } from './ours.ts';
import { pressOn } from './person.ts';
import { serveBuild } from './serveBuild.ts';
import { filled } from './site.ts';

const PATIENCE = 180_000;
/** How long a page rests before it counts as loaded. */
const REST_MS = 1000;

/** An event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ts: number;
  tid: number;
  pid: number;
  id?: string;
  dur?: number;
  /** The thread's own processor time. */
  tdur?: number;
  args: { data?: Record<string, unknown> };
}

/** What a page's trace tells. */
export interface Trace {
  events: readonly TraceEvent[];
  /** The main thread's tasks. */
  tasks: readonly TraceEvent[];
  /** Those of the other threads of its process. */
  others: readonly TraceEvent[];
  /** Moments of the trace: `opened`, `shown`, and for records `press 2`, `record 2` and so on. */
  moments: ReadonlyMap<string, number>;
}

/** A page opened in a build. */
export interface Visit extends Trace {
  folder: string;
  /** Megabytes of its JavaScript, with what has been compiled, after a collection. */
  heap: number;
}

export interface Plan {
  folders: readonly string[];
  /** The path to open, by a link. */
  at: string;
  /** The source of a function that tells whether it is there; by default a list's ten rows. */
  shown?: string | undefined;
  rounds: number;
  /** Categories of the trace besides those of tasks. */
  categories?: readonly string[];
  /** The rows of the list whose records are opened afterwards. */
  records?: readonly number[];
  /** How many times slower the processor is. */
  slow?: number;
  /** Whether answers come as slowly as over Fast 4G. */
  isFar?: boolean;
  /** Whether a member of the staff opens it, otherwise a customer. */
  isStaff?: boolean;
}

/** Marks moments in the trace and tells of them: to be asked, a page would have to run Playwright's own scripts meanwhile. */
const WATCH = `(() => {
  window.benchWatch = (name, look) => {
    const frame = () => {
      if (!look()) return requestAnimationFrame(frame);
      setTimeout(() => {
        performance.mark('bench ' + name);
        window.benchReached(name);
      });
    };
    requestAnimationFrame(frame);
  };
  window.benchPress = (name) => addEventListener('click', () => performance.mark('bench ' + name), { capture: true, once: true });
})();`;

/** What waits until a page tells of a moment. */
async function listen(session: CDPSession): Promise<(name: string) => Promise<void>> {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const of = (name: string) => {
    const found = waiting.get(name) ?? Promise.withResolvers<void>();
    waiting.set(name, found);
    return found;
  };
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === 'benchReached') of(payload).resolve();
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'benchReached' });
  return async (name) => {
    const late = setTimeout(() => of(name).reject(new Error(`${name} did not come`)), PATIENCE);
    await of(name).promise.finally(() => clearTimeout(late));
  };
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(REST_MS);
}

async function openRecord(
  page: Page,
  ours: Ours,
  row: number,
  reached: (name: string) => Promise<void>,
): Promise<void> {
  const opener = page.locator(`${ours.rows}:nth-child(${row}) ${ours.opener}`).first();
  const text = ((await opener.textContent()) ?? '').trim();
  await page.evaluate(
    `benchPress('press ${row}'); benchWatch('record ${row}', ${ours.record(text)}); undefined`,
  );
  await pressOn(page, opener);
  await reached(`record ${row}`);
  await rest(page);
  await page.goBack();
  await page.waitForFunction(`(${filled(ours.rows)})()`, null, { timeout: PATIENCE });
  await rest(page);
}

/** A trace of the page at `url`, which has set marks (`bench NAME`). */
export function readTrace(trace: Buffer, url: string): Trace {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const marks = events.filter(({ name }) => name.startsWith('bench '));
  const main = marks[0];
  if (!main) throw new Error('The trace has no mark.');
  const opened = events.find(
    ({ name, pid, args }) =>
      name === 'navigationStart' && pid === main.pid && args.data?.documentLoaderURL === url,
  );
  const all = events.filter(
    ({ name, pid, tdur }) => /RunTask$/.test(name) && pid === main.pid && tdur !== undefined,
  );
  return {
    events,
    tasks: all.filter(({ tid }) => tid === main.tid),
    others: all.filter(({ tid }) => tid !== main.tid),
    moments: new Map([
      ['opened', opened?.ts ?? Number.NaN],
      ...marks.map(({ name, ts }): [string, number] => [name.replace('bench ', ''), ts]),
    ]),
  };
}

export const median = (figures: number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

async function open(
  browser: Browser,
  context: BrowserContext,
  url: string,
  ours: Ours,
  { shown = filled(ours.rows), categories = [], records = [], slow = 1, isFar = false }: Plan,
): Promise<Omit<Visit, 'folder'>> {
  const page = await context.newPage();
  try {
    await page.addInitScript(`${WATCH} benchWatch('shown', ${shown});`);
    const session = await context.newCDPSession(page);
    const reached = await listen(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
    if (isFar) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', FAST_4G);
    }
    await browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata', ...categories],
    });
    await page.goto(url);
    await reached('shown');
    await rest(page);
    for (const row of records) await openRecord(page, ours, row, reached);
    const read = readTrace(await browser.stopTracing(), url);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ...read, heap: usedSize / 1e6 };
  } finally {
    await page.close();
  }
}

/** Signs in and opens the page once, so that the next visit is one by somebody known; returns cookies and storage. */
async function known(browser: Browser, url: string, ours: Ours, shown: string, cookies: Cookies) {
  const context = await browser.newContext({ storageState: { cookies, origins: [] } });
  const page = await context.newPage();
  const { user, password, submit, pair } = ours.signIn;
  await page.goto(url);
  await page.locator(user).or(page.locator('main h1')).first().waitFor();
  if (await page.locator(user).count()) {
    await page.fill(user, pair[0]);
    await page.fill(password, pair[1]);
    await page.click(submit);
  }
  await page.waitForFunction(`(${shown})()`, null, { timeout: PATIENCE });
  await page.waitForTimeout(REST_MS);
  const state = await context.storageState();
  await context.close();
  return state;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The session of a member of the staff, who signs in at a page of their own. */
async function staffCookies({ server }: Ours): Promise<Cookies> {
  const place = { domain: '127.0.0.1', path: '/', expires: -1 };
  const value = await tokenOf(server, ADMIN);
  return [{ name: 'token', value, ...place, httpOnly: false, secure: false, sameSite: 'Lax' }];
}

/**
 * Opens a page by a link in builds of this console (each folder is a `dist/`), one after the other in each round and in the
 * other order in the next, each in a new profile with nothing cached, signed in before. The first round warms the machine.
 */
export async function visitBuilds(plan: Plan, onVisit: (visit: Visit) => void): Promise<void> {
  const ours = await startOurs();
  const browser = await launch();
  const builds = await Promise.all(
    plan.folders.map(async (folder) => ({ folder, served: await serveBuild(folder, ours.server.url) })),
  );
  try {
    const states = new Map<string, Awaited<ReturnType<typeof known>>>();
    // A cookie belongs to the host, whatever its port.
    let cookies = plan.isStaff ? await staffCookies(ours) : [];
    for (const { folder, served } of builds) {
      const state = await known(
        browser,
        served.url + plan.at,
        ours,
        plan.shown ?? filled(ours.rows),
        cookies,
      );
      states.set(folder, state);
      cookies = state.cookies;
    }
    for (let round = -1; round < plan.rounds; round++) {
      for (const { folder, served } of round % 2 ? builds : [...builds].reverse()) {
        const context = await browser.newContext({
          storageState: states.get(folder),
          viewport: { width: 1280, height: 800 },
        });
        const visit = await open(browser, context, served.url + plan.at, ours, plan);
        if (round >= 0) onVisit({ folder, ...visit });
        await context.close();
      }
    }
  } finally {
    await browser.close();
    for (const { served } of builds) served.close();
    await ours.close();
  }
}
