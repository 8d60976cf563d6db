/**
 * `node bench/console/tasks.ts [--rounds 3] [--at /] [--shown FUNCTION] [--slow 4] [--least 50] [--top 8] [--staff] FOLDER` names the
 * long tasks of the main thread while a page of a build with source maps loads (profile.ts): each of at least `--least` milliseconds
 * of processor time, in order, with what the browser does in it, and the components and packages that take its time.
 */

import { readOptions } from '../../scripts/options/readOptions.mjs';
import { reader, SAMPLES, Spent, Sums, samplesOf, workBetween } from './samples.ts';
import { type TraceEvent, visitBuilds } from './visits.ts';

/** A dashboard's figures have come. */
const FIGURES = `() => Boolean(document.querySelector('main .dash-figure')
  && !document.querySelector('main [aria-busy=true], main .MuiSkeleton-root'))`;

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    at: { type: 'string', default: '/' },
    shown: { type: 'string', default: FIGURES },
    slow: { type: 'string', default: '4' },
    least: { type: 'string', default: '50' },
    top: { type: 'string', default: '8' },
    staff: { type: 'boolean', default: false },
  },
});
const [folder = 'dist'] = positionals;
const read = reader(folder);
const top = Number(values.top);

/** An event with the file that it is about. */
function describe({ name, args }: TraceEvent): string {
  const { url, fileName } = (args.data ?? {}) as { url?: string; fileName?: string };
  const file = /[^/]+\.(js|css)/.exec(url ?? fileName ?? (args as { fileName?: string }).fileName ?? '')?.[0];
  return file ? `${name} ${file}` : name;
}

await visitBuilds(
  {
    folders: [folder],
    ...{ at: values.at, shown: values.shown, rounds: Number(values.rounds), slow: Number(values.slow) },
    isStaff: values.staff,
    categories: [SAMPLES, 'v8'],
  },
  (visit) => {
    const samples = samplesOf(visit);
    const opened = visit.moments.get('opened') ?? 0;
    const at = (ts: number) => ((ts - opened) / 1000).toFixed(0);
    console.log(`\n===== shown at ${at(visit.moments.get('shown') ?? 0)} ms`);
    for (const { ts, dur = 0, tdur = 0 } of visit.tasks) {
      if (tdur / 1000 < Number(values.least)) continue;
      console.log(`\n--- at ${at(ts)} ms: a task of ${(tdur / 1000).toFixed(0)} ms`);
      const browser = new Sums();
      for (const event of workBetween(visit, ts, ts + dur))
        browser.add(describe(event), (event.tdur ?? event.dur ?? 0) / 1000);
      const spent = new Spent();
      for (const sample of samples) if (sample.at >= ts && sample.at < ts + dur) read(sample, spent);
      browser.print('by what the browser does (nested)', 1, top, 1);
      spent.packages.print('by package, self', 1, top, 1);
      spent.components.print('by component or effect, with what it calls', 1, top, 1);
    }
  },
);
process.exit();
