/**
 * `node bench/console/pageShifts.ts [--url http://localhost:8000] [--widths 390,768,1024,1180,1440] [--only REGEX] [--by customer]
 * [--visit opened,followed] [--tabs 3] [--language ne]` prints the layout shift of every page of a running demonstration, the worst
 * first, with the elements that moved. Each answer of the API comes 300 ms late, so that second requests are seen.
 */
import type { BrowserContext, Page } from 'playwright';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { follow } from '../../tests/e2e/accessScan.ts';
import { isStaffs, readWith, signedInRoutes } from '../../tests/e2e/routes.ts';
import { pattern } from '../../tests/e2e/visit.ts';
import { launch } from './browser.ts';
import { ADMIN, CUSTOMER, PASSWORD } from './ours.ts';
import { cumulated, type Shift } from './shifts.ts';

const { values } = readOptions({
  options: {
    url: { type: 'string', default: 'http://localhost:8000' },
    widths: { type: 'string', default: '390,768,1024,1180,1440' },
    only: { type: 'string', default: '' },
    by: { type: 'string', default: 'customer,admin' },
    visit: { type: 'string', default: 'opened,followed' },
    tabs: { type: 'string', default: '3' },
    language: { type: 'string', default: 'en' },
    least: { type: 'string', default: '0.002' },
  },
});

const LATE_MS = 300;
/** Without a request for this long, a page is complete. */
const QUIET_MS = 450;
const LIMIT_MS = 9000;
const HEIGHT = 900;
/** By the standard, shifts in this time after a press are expected. */
const INPUT_MS = 500;
const USERS: Record<string, string> = { customer: CUSTOMER, admin: ADMIN };

/** Notes each shift with what moved, in the document and what is followed in it. */
const NOTE = `(() => {
  if (window.top !== window) return;
  window.shiftsSeen = [];
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return 'gone';
    const own = (one) => one.tagName.toLowerCase() + (one.id ? '#' + one.id : '')
      + [...one.classList].filter((name) => !/^(css-|Mui\\w+-root-)/.test(name)).slice(0, 2).map((name) => '.' + name).join('');
    const parent = element.parentElement ? own(element.parentElement) + '>' : '';
    return parent + own(element) + ' "' + (element.textContent ?? '').trim().slice(0, 24) + '"';
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries())
      window.shiftsSeen.push({ startTime, value, hadRecentInput,
        sources: sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + box(previousRect) + ' -> ' + box(currentRect)) });
  }).observe({ type: 'layout-shift', buffered: true });
})();`;

interface SeenShift extends Shift {
  hadRecentInput: boolean;
  sources: string[];
}

interface Found {
  user: string;
  path: string;
  width: number;
  visit: string;
  shift: number;
  sources: string[];
}

/** Delays the API, and tells when a page has not asked for anything for a while. */
async function tabOf(context: BrowserContext) {
  const page = await context.newPage();
  await page.addInitScript(NOTE);
  let open = 0;
  let changed = 0;
  const change = (by: number) => () => {
    open += by;
    changed = performance.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  await page.route('**/v1/**', async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.continue().catch(() => undefined);
  });
  const settled = async () => {
    const until = performance.now() + LIMIT_MS;
    changed = performance.now();
    while ((open > 0 || performance.now() - changed < QUIET_MS) && performance.now() < until)
      await page.waitForTimeout(40);
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
  };
  const forget = () => {
    open = 0;
  };
  return { page, settled, forget };
}

const seen = (page: Page) => page.evaluate<SeenShift[]>('window.shiftsSeen');

const worstSources = (shifts: readonly SeenShift[]): string[] =>
  [...shifts]
    .sort((a, b) => b.value - a.value)
    .slice(0, 3)
    .flatMap(({ value, startTime, sources }) =>
      sources.slice(0, 4).map((source) => `${value.toFixed(4)} at ${Math.round(startTime)}: ${source}`),
    );

const browser = await launch();
const found: Found[] = [];
const jobs: (() => Promise<void>)[] = [];

for (const user of values.by.split(',')) {
  const email = USERS[user] ?? user;
  const answer = await fetch(`${values.url}/v1/login/${user === 'customer' ? '' : 'admin/'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const all = await signedInRoutes(readWith(values.url, data.token));
  const routes = all
    .filter((path) => user === 'customer' || isStaffs(path))
    .filter((path) => new RegExp(values.only).test(path));
  for (const width of values.widths.split(',').map(Number)) {
    const parts = Array.from({ length: Math.ceil(routes.length / 12) }, (_, n) =>
      routes.slice(n * 12, n * 12 + 12),
    );
    for (const part of parts)
      jobs.push(async () => {
        const context = await browser.newContext({ viewport: { width, height: HEIGHT } });
        const cookies = { token: data.token, language: values.language };
        await context.addCookies(
          Object.entries(cookies).map(([name, value]) => ({ name, value, url: values.url })),
        );
        await context.addInitScript(
          `try { localStorage.setItem('preferences', '{"language":"${values.language}"}'); } catch {}`,
        );
        const { page, settled, forget } = await tabOf(context);
        for (const path of part) {
          for (const visit of values.visit.split(',')) {
            forget();
            let shifts: SeenShift[];
            if (visit === 'opened') {
              await page.goto(values.url + path);
              await settled();
              shifts = (await seen(page)).filter(({ hadRecentInput }) => !hadRecentInput);
            } else {
              await page.goto(`${values.url}/profile`);
              await settled();
              const from = await page.evaluate<number>('performance.now()');
              await follow(page, path);
              await settled();
              shifts = (await seen(page)).filter(
                ({ startTime, hadRecentInput }) => !hadRecentInput && startTime > from + INPUT_MS,
              );
            }
            found.push({ user, path, width, visit, shift: cumulated(shifts), sources: worstSources(shifts) });
          }
        }
        await context.close();
      });
  }
}

const queue = jobs.values();
await Promise.all(
  Array.from({ length: Number(values.tabs) }, async () => {
    for (const job of queue) await job().catch((error: Error) => console.error(error.message));
  }),
);
await browser.close();
const bad = found.filter(({ shift }) => shift > Number(values.least)).sort((a, b) => b.shift - a.shift);
for (const { user, path, width, visit, shift, sources } of bad)
  console.log([`${shift.toFixed(4)} ${user} ${pattern(path)} ${width} ${visit}`, ...sources].join('\n    '));
console.log(`${bad.length} of ${found.length} visits over ${values.least}`);
