/**
 * `node bench/console/inTurns.ts [--rounds 10] [--slow 4] [--cached] URL URL...` compares running consoles that have the
 * demonstration's data (`npm start` of two versions at two ports): the way of `--only loading`, one console after the other in each
 * round and in the other order in the next. `--cached`: the browser has the files from the page before. The first round warms
 * the machine. Prints the medians, and those of each round's share of the first console.
 */
import { parseArgs } from 'node:util';
import { launch } from './browser.ts';
import { type Loading, measure } from './loading.ts';
import { consoleAt } from './ours.ts';
import { median } from './visits.ts';

const { values, positionals: urls } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    slow: { type: 'string', default: '4' },
    cached: { type: 'boolean', default: false },
  },
});
const KEYS = [
  'signInUsable',
  'listAfterSignIn',
  'listShown',
  'listAnswering',
  'recordFirst',
  'recordLater',
] as const;

const sites = urls.map((url) => ({ ...consoleAt(url), close: async () => undefined }));
const found = new Map<string, Loading[]>(urls.map((url) => [url, []]));
const browser = await launch();
try {
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const [index, site] of round % 2 ? [...sites.entries()].reverse() : sites.entries()) {
      const figures = await measure(browser, site, { slow: Number(values.slow), isCached: values.cached });
      if (round >= 0) found.get(urls[index] ?? '')?.push(figures);
    }
  }
} finally {
  await browser.close();
}
const [first = []] = found.values();
for (const key of KEYS)
  for (const [url, figures] of found) {
    const all = figures.map((one) => one[key] ?? Number.NaN);
    const shares = all.map((figure, round) => figure / (first[round]?.[key] ?? Number.NaN));
    console.log(
      `${key} ${url}: ${median(all).toFixed(3)} s, ${median(shares).toFixed(3)} of the first (${all.map((figure) => figure.toFixed(3)).join(' ')})`,
    );
  }
