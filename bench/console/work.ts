/**
 * `node bench/console/work.ts [--rounds 9] [--at /contact] [--shown FUNCTION] [--records] [--slow 4] [--far] FOLDER FOLDER...`
 * opens a list by a link in builds of this console (each FOLDER is a `dist/`), one after the other in each round and in the other order
 * in the next, and compares what it costs the page's main thread. The thread's own processor time is counted, which other work on
 * the machine touches less than the clock. FUNCTION is the source of one that tells when another page than a list is there;
 * `--records` also opens two of the list's records.
 */

import { readOptions } from '../../scripts/options/readOptions.mjs';
import { median, type TraceEvent, type Visit, visitBuilds } from './visits.ts';

/** Milliseconds of the main thread's processor time, unless it says otherwise. */
interface Work {
  /** By the clock instead, from the press of the link until ten rows were on the screen. */
  elapsed: number;
  /** Until ten rows were on the screen. */
  untilRows: number;
  /** Until nothing more came for a second, or the first record was opened. */
  untilQuiet: number;
  /** The longest task meanwhile. */
  longest: number;
  /** Of the page's other threads until nothing more came. */
  others: number;
  /** Megabytes at the end. */
  heap: number;
  /** From the press of the list's row until the record is there. */
  firstRecord?: number;
  laterRecord?: number;
}

const RECORDS = [2, 4] as const;

const sumOf = (events: readonly TraceEvent[]): number =>
  events.reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000;

function workOf({ tasks, others, heap, moments }: Visit): Work {
  const moment = (name: string) => moments.get(name) ?? Number.POSITIVE_INFINITY;
  // The press is in the middle of the task that draws the record.
  const between = (from: number, until: number) =>
    tasks.filter(({ ts, dur = 0 }) => ts + dur >= from && ts < until);
  const sum = (from: number, until: number) => sumOf(between(from, until));
  const [first, later] = RECORDS;
  const loaded = between(0, moment(`press ${first}`));
  return {
    elapsed: (moment('shown') - moment('opened')) / 1000,
    untilRows: sum(0, moment('shown')),
    untilQuiet: sum(0, moment(`press ${first}`)),
    longest: Math.max(...loaded.map(({ tdur = 0 }) => tdur)) / 1000,
    others: sumOf(others.filter(({ ts }) => ts < moment(`press ${first}`))),
    heap,
    ...(moments.has(`press ${first}`) && {
      firstRecord: sum(moment(`press ${first}`), moment(`record ${first}`)),
      laterRecord: sum(moment(`press ${later}`), moment(`record ${later}`)),
    }),
  };
}

const { values, positionals: folders } = readOptions({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    at: { type: 'string', default: '/contact' },
    shown: { type: 'string' },
    records: { type: 'boolean', default: false },
    slow: { type: 'string', default: '1' },
    far: { type: 'boolean', default: false },
  },
});
const found = new Map<string, Work[]>(folders.map((folder) => [folder, []]));
try {
  await visitBuilds(
    {
      folders,
      ...{ at: values.at, shown: values.shown, rounds: Number(values.rounds), slow: Number(values.slow) },
      isFar: values.far,
      ...(values.records && { records: RECORDS }),
    },
    (visit) => found.get(visit.folder)?.push(workOf(visit)),
  );
} finally {
  const [first = []] = found.values();
  for (const [folder, works] of found) {
    const keys = Object.keys(works[0] ?? {}) as (keyof Work)[];
    const figures = keys.map((key) => {
      const ratios = works.map((work, n) => (work[key] ?? 0) / (first[n]?.[key] ?? Number.NaN));
      return `${key} ${median(works.map((work) => work[key] ?? 0)).toFixed(1)} ${key === 'heap' ? 'MB' : 'ms'}, ${median(ratios).toFixed(3)} of the first`;
    });
    console.log(`${folder}: ${figures.join('; ')}`);
  }
}
process.exit();
