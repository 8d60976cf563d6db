import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from 'playwright';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const PATIENCE = 90_000;
const QUIET_MS = 500;
/** Requests that keep polling never become quiet. */
const QUIET_LIMIT_MS = 15_000;
const VIEWPORT = { width: 1280, height: 800 };

/** Slowdown factor of the page's main thread; Chromium does not slow workers. */
const CPU = 4;
/** Chrome's own "Fast 4G": 9 and 1.5 Mbit/s less a tenth, and 60 ms times 2.75 before each answer. */
export const FAST_4G = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
};
export const CONDITIONS = `processor slowed ${CPU} times, Fast 4G (8.1 Mbit/s down, 1.35 up, 165 ms before each answer)`;

/** CHROMIUM_PATH, otherwise the machine's own browser, otherwise the one that Playwright downloaded. */
const executable = () => {
  const executablePath = process.env.CHROMIUM_PATH || PLACES.find(existsSync);
  return executablePath ? { executablePath } : {};
};

export const launch = (): Promise<Browser> => chromium.launch({ args: ARGUMENTS, ...executable() });

/** A browser with its profile in `folder` that another program can join at `port`. */
export const launchShared = (folder: string, port: number): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    args: [...ARGUMENTS, `--remote-debugging-port=${port}`],
    viewport: VIEWPORT,
    ...executable(),
  });

/** A fresh, empty profile. */
export async function newPerson(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** What the page reports, in milliseconds since 1970 by its own clock. */
type PageEvent = { type: 'press'; at: number } | { type: 'moment'; name: string; at: number };

/** A tab that measures inside the page how long something takes to appear. */
export interface Tab {
  page: Page;
  /** Applies the benchmark's network throttling, and that of the processor, which may be less. */
  slow(processor?: number): Promise<void>;
  /** Clears the browser's cache but keeps the session. */
  forgetFiles(): Promise<void>;
  /** Runs a script in this and all later documents, whatever their policy. */
  install(script: string): Promise<void>;
  /** Waits in every frame, in this and later documents, until `look`, the source of a function, returns true. */
  watch(name: string, look: string): Promise<void>;
  /** When it appeared on the screen. */
  moment(name: string): Promise<number>;
  /** Waits until there was no network request for half a second. */
  quiet(): Promise<void>;
  /** Time of the last click or file choice. */
  pressed(): number;
  /** Evaluates a synchronous expression in the page, whatever the page's policy. */
  value<T>(expression: string): Promise<T>;
  /** When the open document was requested. */
  opened(): Promise<number>;
  /** Kilobytes (1,000 bytes) of all scripts requested between two moments, each compressed with gzip -9. */
  scripts(from: number, until: number): Promise<number>;
}

/** A binding reports clicks and times, because a navigation would lose them. */
const INSIDE = `(() => {
  if (window.top !== window || window.benchWatch) return;
  const tell = (said) => window.benchSaid(JSON.stringify(said));
  const press = (event) => tell({ type: 'press', at: performance.timeOrigin + event.timeStamp });
  addEventListener('click', press, true);
  addEventListener('change', (event) => event.target.type === 'file' && press(event), true);
  window.benchWatch = (name, look) => {
    const frame = () => {
      if (!look()) return requestAnimationFrame(frame);
      // After the frame that shows it has been painted.
      setTimeout(() => tell({ type: 'moment', name, at: performance.timeOrigin + performance.now() }));
    };
    requestAnimationFrame(frame);
  };
})();`;

const sizes = new Map<string, Promise<number>>();

async function gzipSize(url: string): Promise<number> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
}

/** The script compressed as by a server without Brotli, whatever this server does. */
function sizeOf(url: string): Promise<number> {
  const known = sizes.get(url) ?? gzipSize(url);
  sizes.set(url, known);
  return known;
}

const isScript = (request: Request): boolean =>
  request.resourceType() === 'script' || /\.m?js$/.test(new URL(request.url()).pathname);

export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const cdp: CDPSession = await context.newCDPSession(page);
  const moments = new Map<string, PromiseWithResolvers<number>>();
  const requests: Request[] = [];
  const open = new Set<Request>();
  let lastChange = 0;
  let press = 0;
  await page.exposeFunction('benchSaid', (json: string) => {
    const event = JSON.parse(json) as PageEvent;
    if (event.type === 'press') press = event.at;
    else moments.get(event.name)?.resolve(event.at);
  });
  page.on('request', (request) => {
    open.add(request);
    lastChange = Date.now();
    if (isScript(request)) requests.push(request);
  });
  const ended = (request: Request) => {
    open.delete(request);
    lastChange = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const install = async (script: string) => {
    await page.addInitScript(script);
    await cdp.send('Runtime.evaluate', { expression: script });
  };
  const value = async <T>(expression: string) => {
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  };
  await install(INSIDE);
  return {
    page,
    async slow(processor = CPU) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', FAST_4G);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: processor });
    },
    async forgetFiles() {
      await cdp.send('Network.clearBrowserCache');
    },
    install,
    async watch(name, look) {
      if (moments.has(name)) throw new Error(`${name} is watched for already.`);
      moments.set(name, Promise.withResolvers());
      await install(`window.benchWatch?.(${JSON.stringify(name)}, ${look});`);
    },
    async moment(name) {
      const waiting = moments.get(name);
      if (!waiting) throw new Error(`Nobody watches for ${name}.`);
      const late = setTimeout(() => {
        waiting.reject(new Error(`${name} did not come at ${page.url()}`));
      }, PATIENCE);
      return waiting.promise.finally(() => clearTimeout(late));
    },
    async quiet() {
      const patience = Date.now() + QUIET_LIMIT_MS;
      const isQuiet = () => open.size === 0 && Date.now() - lastChange > QUIET_MS;
      while (!isQuiet() && Date.now() < patience) await sleep(50);
    },
    pressed: () => press,
    value,
    opened: () => value<number>('performance.timeOrigin'),
    async scripts(from, until) {
      const asked = requests.filter((request) => {
        const at = request.timing().startTime;
        return at >= from && at <= until;
      });
      const found = await Promise.all([...new Set(asked.map((request) => request.url()))].map(sizeOf));
      return found.reduce((sum, size) => sum + size, 0) / 1000;
    },
  };
}
