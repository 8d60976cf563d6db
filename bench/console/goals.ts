import type { Browser, BrowserContext } from 'playwright';
import type { Row } from '../server/table.ts';
import { newPerson, openTab, type Tab } from './browser.ts';
import { MESSAGE, openInputs } from './inputs.ts';
import type { Ours } from './ours.ts';
import { signedIn, type } from './person.ts';
import { attempt, keep, PLAIN_HTML, plainOf, type Setting } from './setting.ts';
import { shiftOf } from './shifts.ts';
import { answering, type Site } from './site.ts';
import { serveStill } from './still.ts';

/** Browsers tell of no shorter task (Long Tasks API). */
export const LEAST_MS = 50;
/** Keeps each long task of a page as [start, duration] in milliseconds. */
export const TASKS = `(() => {
  if (window.top !== window) return;
  window.benchTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.benchTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
})();`;

/** The dashboard's figures have come; the moment is kept in the page. */
const FIGURES = `() => {
  const isHere = document.querySelector('main .dash-figure') && !document.querySelector('main [aria-busy=true], main .MuiSkeleton-root');
  if (isHere) window.benchHere ??= performance.now();
  return Boolean(isHere);
}`;

/** The page as plain HTML with nothing but menu and top bar. */
const FRAME_HTML = 'menu and top bar alone as plain HTML';
const FRAME = `() => document.querySelector('nav a') !== null`;

/** Opens a page until `look`, the source of a function, finds it there and it rests, slowed, with nothing cached. */
async function openWhole(context: BrowserContext, url: string, look: string): Promise<Tab> {
  const tab = await openTab(context);
  await tab.install(TASKS);
  await tab.forgetFiles();
  await tab.slow();
  await tab.watch('there', look);
  await tab.page.goto(url);
  await tab.moment('there');
  await tab.quiet();
  return tab;
}

/** The longest task of a page in milliseconds, from a moment of its own clock on; LEAST_MS if none is longer. */
const longest = ({ value }: Tab, from = '0'): Promise<number> =>
  value<number>(
    `Math.max(${LEAST_MS}, ...window.benchTasks.filter(([at]) => at >= ${from}).map(([, ms]) => ms))`,
  );

interface Longest {
  all: number;
  after: number;
  /** Of the same page as plain HTML, which a browser draws without any script. */
  still: number;
  /** Of its menu and top bar alone as plain HTML: no page with them takes less. */
  frame: number;
}

/** The longest task of the whole load, and after the figures have come. */
async function dashboardTasks(context: BrowserContext, ours: Ours): Promise<Longest> {
  const tab = await openWhole(context, `${ours.server.url}/`, FIGURES);
  const found = { all: await longest(tab), after: await longest(tab, 'window.benchHere') };
  const plain = async (look: string, left?: string) => {
    const drawn = await openWhole(context, await serveStill(tab, left), look);
    const task = await longest(drawn);
    await drawn.page.close();
    await context.unrouteAll();
    return task;
  };
  const still = await plain(FIGURES);
  const frame = await plain(FRAME, 'main > *');
  await tab.page.close();
  return { ...found, still, frame };
}

/** The longest task while a list loads by a link, slowed, signed in, with nothing cached. */
async function listTask(browser: Browser, site: Site): Promise<number> {
  const context = await newPerson(browser);
  try {
    await signedIn(context, site);
    return await longest(await openWhole(context, site.list, answering(site.rows)));
  } finally {
    await context.close();
  }
}

/** Of what the same page as plain HTML takes: a key of 40 ms there may be one step of Event Timing longer here. */
const KEY_SHARE = 1.25;

interface Keys {
  own: number;
  /** Of the same page as plain HTML, whose text area does nothing but take the character. */
  still: number;
}

/** The longest time in milliseconds from a key in the text of Send Bulk SMS until the next frame. */
async function composeKeys(context: BrowserContext, ours: Ours): Promise<Keys> {
  const slowest = async ({ tab, inputs }: Awaited<ReturnType<typeof openInputs>>) => {
    // The first press also loads what is loaded at the first sign of a user.
    await tab.page.locator(MESSAGE).first().click();
    await tab.quiet();
    await tab.value('window.benchSlowest = { ms: 0, on: "" }');
    await inputs.step('writing', () => type(tab, MESSAGE, 'Hello {{name}}, we open at ten. '.repeat(2)));
    return inputs.slowest.ms;
  };
  const opened = await openInputs(context, `${ours.server.url}/sms/bulk-sms`);
  // A slow machine is quiet for a while before the text area is there, and the copy would have none.
  await opened.tab.page.locator(MESSAGE).first().waitFor();
  await opened.tab.quiet();
  const drawn = await openInputs(context, await serveStill(opened.tab));
  const still = await slowest(drawn);
  await drawn.tab.page.close();
  await context.unrouteAll();
  const own = await slowest(opened);
  await opened.tab.page.close();
  return { own, still };
}

const SLOW_MS = 2500;

/** Seconds until menu and top bar are there at full speed, while the API answers nothing for 2.5 seconds. */
async function shellWithSlowApi(context: BrowserContext, ours: Ours): Promise<number> {
  const tab = await openTab(context);
  await tab.forgetFiles();
  // Playwright's own `route` would have the page's files wait for this process too.
  const session = await context.newCDPSession(tab.page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    setTimeout(() => session.send('Fetch.continueRequest', { requestId }).catch(() => undefined), SLOW_MS);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] });
  await tab.watch(
    'shell',
    `() => document.querySelector('header')?.checkVisibility() && document.querySelector('nav a') !== null`,
  );
  await tab.page.goto(`${ours.server.url}/contact`);
  const shown = await tab.moment('shell');
  const opened = await tab.opened();
  await tab.page.close();
  return (shown - opened) / 1000;
}

/** Goals of single pages of this console. */
export async function goals({ browser, ours, rivals }: Setting, rounds: number): Promise<Row[]> {
  const row = (what: string, unit: string, limit: number): Row => ({
    ...{ what, unit, better: 'less', ours: [], rivals: {}, budget: `${limit} ${unit}`.trim(), limit },
  });
  const tasks: Row = {
    ...{ what: 'longest task while the dashboard loads', unit: 'ms', better: 'less', ours: [], rivals: {} },
    ...{ factor: 1, against: FRAME_HTML, budget: FRAME_HTML },
  };
  const charts = row('the same after its figures have come', 'ms', LEAST_MS);
  const plain = plainOf(rivals);
  const lists: Row = {
    ...{
      what: 'longest task while a list loads by a link',
      unit: 'ms',
      better: 'less',
      ours: [],
      rivals: {},
    },
    ...{ factor: 1, against: plain, budget: plain },
  };
  const key: Row = {
    ...{ what: 'slowest key in the text of Send Bulk SMS', unit: 'ms', better: 'less', ours: [], rivals: {} },
    ...{ factor: 1 / KEY_SHARE, against: PLAIN_HTML, budget: `${KEY_SHARE} × ${PLAIN_HTML}` },
  };
  const shell = row('menu and top bar with an API that takes 2.5 s, at full speed', 's', 0.9);
  const list = row('layout shift of a list', '', 0.002);
  const dashboard = row('of the dashboard, 390 px wide', '', 0.002);
  const nepali = row('of a list in Nepali', '', 0.002);
  for (let round = 0; round < rounds; round++) {
    const context = await newPerson(browser);
    await signedIn(context, ours);
    const { all, after, still, frame } = await dashboardTasks(context, ours);
    tasks.ours.push(all);
    keep(tasks, PLAIN_HTML, still);
    keep(tasks, FRAME_HTML, frame);
    charts.ours.push(after);
    lists.ours.push(await listTask(browser, ours));
    for (const site of rivals)
      keep(lists, site.name, await attempt(site.name, () => listTask(browser, site)));
    const keys = await composeKeys(context, ours);
    key.ours.push(keys.own);
    keep(key, PLAIN_HTML, keys.still);
    shell.ours.push(await shellWithSlowApi(context, ours));
    list.ours.push(await shiftOf(context, `${ours.server.url}/contact`));
    dashboard.ours.push(await shiftOf(context, `${ours.server.url}/`, 390));
    await context.addCookies([{ name: 'language', value: 'ne', url: ours.server.url }]);
    await context.addInitScript(`try { localStorage.setItem('preferences', '{"language":"ne"}'); } catch {}`);
    nepali.ours.push(await shiftOf(context, `${ours.server.url}/contact`));
    await context.close();
  }
  return [tasks, charts, lists, key, shell, list, dashboard, nepali];
}
