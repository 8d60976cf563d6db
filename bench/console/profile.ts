/**
 * `node bench/console/profile.ts [--rounds 5] [--at /contact] [--shown FUNCTION] [--records] [--slow 4] [--top 40] FOLDER` says where
 * the main thread's time goes in a build with source maps (`vite build --sourcemap hidden --outDir FOLDER`): until a list's rows
 * are there, and with `--records` from the press of a row until its record is. By package and module (self time), by component
 * and effect (all that it calls), and by what the browser itself does.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Origin, originsOf } from './sourceMap.ts';
import { type TraceEvent, type Visit, visitBuilds } from './visits.ts';

interface Node {
  id: number;
  parent?: number;
  callFrame: { functionName: string; url?: string; lineNumber?: number; columnNumber?: number };
}
interface Sample {
  at: number;
  ms: number;
  /** From the function that runs to the outermost. */
  stack: Node[];
}

/** The samples of the page's own thread. */
function samplesOf({ events, tasks }: Visit): Sample[] {
  const main = tasks[0];
  const profiles = new Set(
    events
      .filter(({ name, pid, tid }) => name === 'Profile' && pid === main?.pid && tid === main?.tid)
      .map(({ id }) => id),
  );
  const samples: Sample[] = [];
  for (const profile of profiles) {
    const nodes = new Map<number, Node>();
    const start = events.find(({ name, id }) => name === 'Profile' && id === profile);
    let at = Number(start?.args.data?.startTime ?? start?.ts);
    for (const { name, id, args } of events) {
      if (name !== 'ProfileChunk' || id !== profile) continue;
      const { cpuProfile, timeDeltas = [] } = args.data as {
        cpuProfile?: { nodes?: Node[]; samples?: number[] };
        timeDeltas?: number[];
      };
      for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
      for (const [index, sample] of (cpuProfile?.samples ?? []).entries()) {
        const ms = (timeDeltas[index] ?? 0) / 1000;
        const stack: Node[] = [];
        for (let node = nodes.get(sample); node; node = nodes.get(node.parent ?? -1)) stack.push(node);
        samples.push({ at, ms, stack });
        at += timeDeltas[index] ?? 0;
      }
    }
  }
  return samples;
}

const NATIVE = new Set(['(program)', '(garbage collector)', '(idle)', '(root)']);
const isReact = (origin: Origin | undefined) => origin?.module.startsWith('react-dom/') ?? false;

class Sums {
  private readonly of = new Map<string, number>();
  add(key: string, ms: number): void {
    this.of.set(key, (this.of.get(key) ?? 0) + ms);
  }
  print(title: string, rounds: number, top: number): void {
    console.log(`\n${title}`);
    const sorted = [...this.of].sort(([, a], [, b]) => b - a).slice(0, top);
    for (const [key, ms] of sorted) console.log(`${(ms / rounds).toFixed(2).padStart(9)} ms  ${key}`);
  }
}

const { values, positionals } = parseArgs({
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

const files = new Map<string, ReturnType<typeof originsOf>>();
function originOf({ callFrame: { url = '', lineNumber = 0, columnNumber = 0 } }: Node): Origin | undefined {
  const path = /\/assets\/[^/?]+\.js$/.exec(url)?.[0];
  if (!path) return undefined;
  const find = files.get(path) ?? originsOf(join(folder, path));
  files.set(path, find);
  return find(lineNumber, columnNumber);
}
const cache = new Map<string, Origin | undefined>();
const origin = (node: Node): Origin | undefined => {
  const { url, lineNumber, columnNumber } = node.callFrame;
  const key = `${url}:${lineNumber}:${columnNumber}`;
  if (!cache.has(key)) cache.set(key, originOf(node));
  return cache.get(key);
};

const packageOf = (module: string): string =>
  /^(@[^/]+\/)?[^/]+/.exec(module)?.[0].replace(/^src$/, 'src of the console') ?? module;
const said = (node: Node, from: Origin | undefined): string =>
  from
    ? `${from.name || node.callFrame.functionName || '(top level)'}  ${from.module}:${from.line}`
    : node.callFrame.functionName;

/** The component or effect that React runs: the first function below the innermost of React's. */
function calledByReact(stack: Node[]): string {
  const at = stack.findIndex((node) => isReact(origin(node)));
  const outermost = stack.findLast((node) => origin(node));
  if (at < 0) return `not by React: ${outermost ? said(outermost, origin(outermost)) : 'none'}`;
  const called = stack.slice(0, at).findLast((node) => origin(node));
  return called ? said(called, origin(called)) : 'React itself';
}

const TIMELINE = [
  'ParseHTML',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'MinorGC',
  'MajorGC',
  'ParseAuthorStyleSheet',
  'TimerFire',
  'RunMicrotasks',
];

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
const results = phases.map((phase) => ({
  ...phase,
  total: 0,
  packages: new Sums(),
  modules: new Sums(),
  functions: new Sums(),
  components: new Sums(),
  browser: new Sums(),
}));

await visitBuilds(
  {
    folders: [folder],
    ...{ at: values.at, shown: values.shown, rounds, slow: Number(values.slow) },
    ...(values.records && { records: [2, 4] }),
    categories: ['disabled-by-default-v8.cpu_profiler', 'v8'],
  },
  (visit) => {
    const samples = samplesOf(visit);
    const isMain = ({ pid, tid }: TraceEvent) => pid === visit.tasks[0]?.pid && tid === visit.tasks[0]?.tid;
    for (const result of results) {
      const from = result.from === undefined ? 0 : (visit.moments.get(result.from) ?? 0);
      const until = visit.moments.get(result.until) ?? 0;
      for (const { ts, tdur = 0 } of visit.tasks) if (ts >= from && ts < until) result.total += tdur / 1000;
      for (const event of visit.events)
        if (isMain(event) && TIMELINE.includes(event.name) && event.ts >= from && event.ts < until)
          result.browser.add(event.name, (event.tdur ?? event.dur ?? 0) / 1000);
      for (const { at, ms, stack } of samples) {
        const [self] = stack;
        if (at < from || at >= until || !self || self.callFrame.functionName === '(idle)') continue;
        // What the browser does for a function, such as making elements, is the function's.
        const owner = NATIVE.has(self.callFrame.functionName)
          ? self
          : (stack.find((node) => origin(node)) ?? self);
        const of = origin(owner);
        result.packages.add(of ? packageOf(of.module) : owner.callFrame.functionName, ms);
        result.modules.add(of ? of.module : owner.callFrame.functionName, ms);
        result.functions.add(said(owner, of), ms);
        if (!NATIVE.has(self.callFrame.functionName)) result.components.add(calledByReact(stack), ms);
      }
    }
  },
);
for (const { title, total, packages, modules, functions, components, browser } of results) {
  console.log(`\n=== ${title}: ${(total / rounds).toFixed(1)} ms of the main thread's processor time`);
  const top = Number(values.top);
  browser.print('by what the browser does (nested)', rounds, top);
  packages.print('by package, self', rounds, top);
  modules.print('by module, self', rounds, top);
  functions.print('by function, self', rounds, top);
  components.print('by component or effect, with what it calls', rounds, top);
}
process.exit();
