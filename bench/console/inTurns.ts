/**
 * `node bench/console/inTurns.ts [--rounds 10] [--slow 4] [--cached] [--dashboard] URL URL...` compares running consoles that have the
 * demonstration's data (`npm start` of two versions at two ports): the way of `--only loading`, one console after the other in each
 * round and in the other order in the next. `--cached`: the browser has the files from the page before. `--dashboard`: the customer's
 * dashboard by a link instead, until its figures are there and until all of it is, its longest task, and the time of all tasks beyond
 * 50 ms. The first round warms the machine. Prints the medians, and those of each round's share of the first console.
 */

import { readOptions } from '../../scripts/options/readOptions.mjs';
import { launch, newPerson, openTab } from './browser.ts';
import { LEAST_MS, TASKS } from './goals.ts';
import { measure } from './loading.ts';
import { consoleAt } from './ours.ts';
import { signedIn } from './person.ts';
import type { Site } from './site.ts';
import { median } from './visits.ts';

const { values, positionals: urls } = readOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    slow: { type: 'string', default: '4' },
    cached: { type: 'boolean', default: false },
    dashboard: { type: 'boolean', default: false },
  },
});
const LOADING = [
  'signInUsable',
  'listAfterSignIn',
  'listShown',
  'listAnswering',
  'recordFirst',
  'recordLater',
] as const;
const DASHBOARD = ['figures', 'whole', 'longestTask', 'blocked'] as const;
type Key = (typeof LOADING | typeof DASHBOARD)[number];
type Figures = Partial<Record<Key, number>>;

const figuresThere = `() => Boolean(document.querySelector('main .dash-figure')
  && !document.querySelector('main .dash-figures .MuiSkeleton-root'))`;
const allThere = `() => document.querySelectorAll('main .chart-box svg').length > 1
  && !document.querySelector('main [aria-busy=true], main .MuiSkeleton-root')`;

/** Seconds of the load of a customer's dashboard by a link, signed in, at 1440 x 1800 px so that its charts are in the window. */
async function dashboardOf(site: Site): Promise<Figures> {
  const context = await newPerson(browser);
  try {
    await signedIn(context, site);
    const tab = await openTab(context);
    await tab.page.setViewportSize({ width: 1440, height: 1800 });
    if (!values.cached) await tab.forgetFiles();
    await tab.install(TASKS);
    await tab.slow(Number(values.slow));
    await tab.watch('figures', figuresThere);
    await tab.watch('whole', allThere);
    await tab.page.goto(new URL('/', site.list).href);
    const [figures, whole] = [await tab.moment('figures'), await tab.moment('whole')];
    const opened = await tab.opened();
    await tab.quiet();
    const tasks = await tab.value<[number, number][]>('window.benchTasks');
    return {
      ...{ figures: (figures - opened) / 1000, whole: (whole - opened) / 1000 },
      longestTask: Math.max(LEAST_MS, ...tasks.map(([, ms]) => ms)) / 1000,
      blocked: tasks.reduce((sum, [, ms]) => sum + ms - LEAST_MS, 0) / 1000,
    };
  } finally {
    await context.close();
  }
}

const sites = urls.map((url) => ({ ...consoleAt(url), close: async () => undefined }));
const found = new Map<string, Figures[]>(urls.map((url) => [url, []]));
const browser = await launch();
try {
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const [index, site] of round % 2 ? [...sites.entries()].reverse() : sites.entries()) {
      const figures: Figures = values.dashboard
        ? await dashboardOf(site)
        : await measure(browser, site, { slow: Number(values.slow), isCached: values.cached });
      if (round >= 0) found.get(urls[index] ?? '')?.push(figures);
    }
  }
} finally {
  await browser.close();
}
const [first = []] = found.values();
for (const key of values.dashboard ? DASHBOARD : LOADING)
  for (const [url, figures] of found) {
    const all = figures.map((one) => one[key] ?? Number.NaN);
    const shares = all.map((figure, round) => figure / (first[round]?.[key] ?? Number.NaN));
    console.log(
      `${key} ${url}: ${median(all).toFixed(3)} s, ${median(shares).toFixed(3)} of the first (${all.map((figure) => figure.toFixed(3)).join(' ')})`,
    );
  }
