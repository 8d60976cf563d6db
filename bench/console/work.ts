/**
 * `node bench/console/work.ts [--rounds 9] [--at /contact] [--shown FUNCTION] FOLDER FOLDER...` opens a list by a link in builds
 * of this console (each FOLDER is a `dist/`), one after the other in each round and in the other order in the next, and compares
 * what it costs the page's main thread. The thread's own processor time is counted, which other work on the machine touches less than
 * the clock; nothing is slowed. FUNCTION is the source of one that tells when another page than a list is there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright';
import { launch } from './browser.ts';
import { startOurs } from './ours.ts';
import { filled } from './site.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
const PATIENCE = 60_000;

/** A build as the reference server serves it: compressed, with links to what is needed early. */
async function serveBuild(folder: string, api: string) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /(<script type="application\/json" id="config">)[^<]*/,
    '$1{"apiUrl":""}',
  );
  const early = JSON.parse(readFileSync(join(folder, '.vite/early.json'), 'utf8'));
  const english = (route: string): string[] => {
    const screen = early.screens[route] ?? [];
    // Builds until November 2026 had the same texts for every screen.
    return Array.isArray(screen)
      ? [...early.languages.en.everybody, ...screen]
      : [...early.languages.en, ...screen.en, ...screen.code];
  };
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', 'http://none').pathname;
    if (path.startsWith('/v1/')) {
      const onward = request(api + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      asked.pipe(onward);
      return;
    }
    const file = join(folder, path);
    if (path.startsWith('/assets/') && existsSync(file)) {
      const packed = existsSync(`${file}.br`);
      answer.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        ...(packed && { 'content-encoding': 'br' }),
      });
      answer.end(readFileSync(packed ? `${file}.br` : file));
      return;
    }
    const files: string[] = [...early.everywhere, ...english(path.replace(/^\/|\/$/g, ''))];
    const link = files.map(
      (name) =>
        `</${name}>; rel=${name.endsWith('.css') ? 'preload; as=style' : 'modulepreload'}; crossorigin`,
    );
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', link: link.join(', ') }).end(html);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
}

interface Event {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  tid: number;
  pid: number;
  tdur?: number;
  args: { name?: string };
}

/** Milliseconds of the main thread's processor time. */
interface Work {
  /** Until ten rows were on the screen. */
  untilRows: number;
  /** Until nothing more came for a second. */
  untilQuiet: number;
  /** The longest task. */
  longest: number;
}

/** Marks the moment in the trace, as no question from outside would be in time. */
const WATCH = (shown: string) => `(() => {
  const frame = () => {
    if (!(${shown})()) return requestAnimationFrame(frame);
    setTimeout(() => performance.mark('bench-shown'));
  };
  requestAnimationFrame(frame);
})();`;

async function open(browser: Browser, context: BrowserContext, url: string, shown: string): Promise<Work> {
  const page = await context.newPage();
  try {
    await page.addInitScript(WATCH(shown));
    await browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', 'blink.user_timing', '__metadata'],
    });
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('bench-shown').length > 0, null, {
      timeout: PATIENCE,
      polling: 250,
    });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] };
    const mark = traceEvents.find(({ name }) => name === 'bench-shown');
    if (!mark) throw new Error('The trace has no mark.');
    const tasks = traceEvents.filter(
      ({ name, pid, tid, tdur }) =>
        /RunTask$/.test(name) && pid === mark.pid && tid === mark.tid && tdur !== undefined,
    );
    const sum = (some: Event[]) => some.reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000;
    return {
      untilRows: sum(tasks.filter(({ ts }) => ts < mark.ts)),
      untilQuiet: sum(tasks),
      longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    };
  } finally {
    await page.close();
  }
}

const median = (figures: number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    at: { type: 'string', default: '/contact' },
    shown: { type: 'string' },
  },
});
const ours = await startOurs();
const shown = values.shown ?? filled(ours.rows);
const browser = await launch();
const sites = await Promise.all(
  positionals.map(async (folder) => ({
    folder,
    ...(await serveBuild(folder, ours.server.url)),
    found: [] as Work[],
    person: '',
  })),
);
try {
  const { user, password, submit, pair } = ours.signIn;
  let person: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  for (const site of sites) {
    const context = await browser.newContext({ storageState: person });
    const page = await context.newPage();
    await page.goto(site.url + values.at);
    await page.locator(user).or(page.locator('main h1')).first().waitFor();
    if (await page.locator(user).count()) {
      await page.fill(user, pair[0]);
      await page.fill(password, pair[1]);
      await page.click(submit);
    }
    await page.waitForFunction(`(${shown})()`, null, { timeout: PATIENCE });
    await page.waitForTimeout(1000);
    const state = await context.storageState();
    // A cookie belongs to the host, whatever its port.
    person = { cookies: state.cookies, origins: [] };
    site.person = JSON.stringify(state);
    await context.close();
  }
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const site of round % 2 ? sites : [...sites].reverse()) {
      const context = await browser.newContext({
        storageState: JSON.parse(site.person),
        viewport: { width: 1280, height: 800 },
      });
      const work = await open(browser, context, site.url + values.at, shown);
      // The first round warms the machine.
      if (round >= 0) site.found.push(work);
      await context.close();
    }
  }
} finally {
  for (const { folder, found } of sites) {
    const figures = (key: keyof Work) => {
      const ratios = found.map((work, n) => work[key] / (sites[0]?.found[n]?.[key] ?? Number.NaN));
      return `${key} ${median(found.map((work) => work[key])).toFixed(1)} ms, ${median(ratios).toFixed(3)} of the first`;
    };
    console.log(`${folder}: ${figures('untilRows')}; ${figures('untilQuiet')}; ${figures('longest')}`);
  }
  await browser.close();
  for (const { close } of sites) close();
  await ours.close();
}
process.exit();
