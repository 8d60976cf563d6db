/**
 * `node bench/console/profile.ts [--rounds 5] [--at /contact] [--shown FUNCTION] [--records] [--slow 4] [--top 40] FOLDER` says where
 * the main thread's time goes in a build with source maps (`vite build --sourcemap hidden --outDir FOLDER`): until a list's rows
 * are there, and with `--records` from the press of a row until its record is. By package and module (self time), by component
 * and effect (all that it calls), and by what the browser itself does.
 */

import { readOptions } from '../../scripts/options/readOptions.mjs';
import { reader, SAMPLES, Spent, Sums, samplesOf, workBetween } from './samples.ts';
import { visitBuilds } from './visits.ts';

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    at: { type: 'string', default: '/contact' },
    shown: { type: 'string' },
    records: { type: 'boolean', default: false },
    slow: { type: 'string', default: '4' },
    top: { type: 'string', default: '40' },
  },
});
const [folder = 'dist'] = positionals;
const rounds = Number(values.rounds);
const read = reader(folder);

interface Phase {
  title: string;
  from: string | undefined;
  until: string;
}
const phases: Phase[] = [
  { title: 'until the rows', from: undefined, until: 'shown' },
  ...(values.records
    ? [2, 4].map((row) => ({ title: `record of row ${row}`, from: `press ${row}`, until: `record ${row}` }))
    : []),
];
const results = phases.map((phase) => ({ ...phase, total: 0, spent: new Spent(), browser: new Sums() }));

await visitBuilds(
  {
    folders: [folder],
    ...{ at: values.at, shown: values.shown, rounds, slow: Number(values.slow) },
    ...(values.records && { records: [2, 4] }),
    categories: [SAMPLES, 'v8'],
  },
  (visit) => {
    const samples = samplesOf(visit);
    for (const result of results) {
      const from = result.from === undefined ? 0 : (visit.moments.get(result.from) ?? 0);
      const until = visit.moments.get(result.until) ?? 0;
      for (const { ts, tdur = 0 } of visit.tasks) if (ts >= from && ts < until) result.total += tdur / 1000;
      for (const event of workBetween(visit, from, until))
        result.browser.add(event.name, (event.tdur ?? event.dur ?? 0) / 1000);
      for (const sample of samples) if (sample.at >= from && sample.at < until) read(sample, result.spent);
    }
  },
);
for (const { title, total, spent, browser } of results) {
  console.log(`\n=== ${title}: ${(total / rounds).toFixed(1)} ms of the main thread's processor time`);
  const top = Number(values.top);
  browser.print('by what the browser does (nested)', rounds, top);
  spent.packages.print('by package, self', rounds, top);
  spent.modules.print('by module, self', rounds, top);
  spent.functions.print('by function, self', rounds, top);
  spent.components.print('by component or effect, with what it calls', rounds, top);
}
process.exit();
