import { join } from 'node:path';
import { type Origin, originsOf } from './sourceMap.ts';
import type { Trace, TraceEvent } from './visits.ts';

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

/** The category of the trace that has the samples. */
export const SAMPLES = 'disabled-by-default-v8.cpu_profiler';

/** The samples of the page's own thread, in the order of time. */
export function samplesOf({ events, tasks }: Trace): Sample[] {
  const main = tasks[0];
  const profiles = new Set(
    events
      .filter(({ name, pid, tid }) => name === 'Profile' && pid === main?.pid && tid === main?.tid)
      .map(({ id }) => id),
  );
  const samples: Sample[] = [];
  for (const profile of profiles) {
    const nodes = new Map<number, Node>();
    const start = events.find(
      ({ name, id, pid }) => name === 'Profile' && id === profile && pid === main?.pid,
    );
    let at = Number(start?.args.data?.startTime ?? start?.ts);
    for (const { name, id, pid, args } of events) {
      // Another process may use the same id.
      if (name !== 'ProfileChunk' || id !== profile || pid !== main?.pid) continue;
      const { cpuProfile, timeDeltas = [] } = args.data as {
        cpuProfile?: { nodes?: Node[]; samples?: number[] };
        timeDeltas?: number[];
      };
      for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
      for (const [index, sample] of (cpuProfile?.samples ?? []).entries()) {
        at += timeDeltas[index] ?? 0;
        const ms = (timeDeltas[index + 1] ?? 0) / 1000;
        const stack: Node[] = [];
        for (let node = nodes.get(sample); node; node = nodes.get(node.parent ?? -1)) stack.push(node);
        samples.push({ at, ms, stack });
      }
    }
  }
  return samples;
}

const NATIVE = new Set(['(program)', '(garbage collector)', '(idle)', '(root)']);
const isReact = (origin: Origin | undefined) => origin?.module.startsWith('react-dom/') ?? false;
const packageOf = (module: string): string =>
  /^(@[^/]+\/)?[^/]+/.exec(module)?.[0].replace(/^src$/, 'src of the console') ?? module;
const label = (node: Node, from: Origin | undefined): string =>
  from
    ? `${from.name || node.callFrame.functionName || '(top level)'}  ${from.module}:${from.line}`
    : node.callFrame.functionName;

/** Milliseconds by name. */
export class Sums {
  private readonly of = new Map<string, number>();
  add(key: string, ms: number): void {
    this.of.set(key, (this.of.get(key) ?? 0) + ms);
  }
  /** The `top` largest, divided by `rounds`, leaving out those below `least`. */
  print(title: string, rounds: number, top: number, least = 0): void {
    console.log(`\n${title}`);
    const sorted = [...this.of].sort(([, a], [, b]) => b - a).slice(0, top);
    for (const [key, ms] of sorted)
      if (ms / rounds >= least) console.log(`${(ms / rounds).toFixed(2).padStart(9)} ms  ${key}`);
  }
}

/** Where a thread's time goes, by what was written. */
export class Spent {
  readonly packages = new Sums();
  readonly modules = new Sums();
  readonly functions = new Sums();
  /** With all that they call. */
  readonly components = new Sums();
}

/** Adds samples of the build in `folder`, which has source maps, to what was spent. */
export function reader(folder: string): (sample: Sample, into: Spent) => void {
  const files = new Map<string, ReturnType<typeof originsOf>>();
  const originOf = ({
    callFrame: { url = '', lineNumber = 0, columnNumber = 0 },
  }: Node): Origin | undefined => {
    const path = /\/assets\/[^/?]+\.js$/.exec(url)?.[0];
    if (!path) return undefined;
    const find = files.get(path) ?? originsOf(join(folder, path));
    files.set(path, find);
    return find(lineNumber, columnNumber);
  };
  const cache = new Map<string, Origin | undefined>();
  const origin = (node: Node): Origin | undefined => {
    const { url, lineNumber, columnNumber } = node.callFrame;
    const key = `${url}:${lineNumber}:${columnNumber}`;
    if (!cache.has(key)) cache.set(key, originOf(node));
    return cache.get(key);
  };
  /** The component or effect that React runs: the first function below the innermost of React's. */
  const calledByReact = (stack: Node[]): string => {
    const at = stack.findIndex((node) => isReact(origin(node)));
    const outermost = stack.findLast((node) => origin(node));
    if (at < 0) return `not by React: ${outermost ? label(outermost, origin(outermost)) : 'none'}`;
    const called = stack.slice(0, at).findLast((node) => origin(node));
    return called ? label(called, origin(called)) : 'React itself';
  };
  return ({ ms, stack }, into) => {
    const [self] = stack;
    if (!self || self.callFrame.functionName === '(idle)') return;
    const isNative = NATIVE.has(self.callFrame.functionName);
    // What the browser does for a function, such as making elements, is the function's.
    const owner = isNative ? self : (stack.find((node) => origin(node)) ?? self);
    const of = origin(owner);
    into.packages.add(of ? packageOf(of.module) : owner.callFrame.functionName, ms);
    into.modules.add(of ? of.module : owner.callFrame.functionName, ms);
    into.functions.add(label(owner, of), ms);
    if (!isNative) into.components.add(calledByReact(stack), ms);
  };
}

/** Parts of the browser's own work. */
const TIMELINE = new Set([
  ...['ParseHTML', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'],
  ...['EvaluateScript', 'v8.compile', 'v8.compileModule', 'v8.evaluateModule', 'FunctionCall'],
  ...['MinorGC', 'MajorGC', 'ParseAuthorStyleSheet', 'TimerFire', 'RunMicrotasks'],
]);

/** The browser's own work on the page's main thread between two moments of the trace, one within the other. */
export const workBetween = ({ events, tasks }: Trace, from: number, until: number): TraceEvent[] =>
  events.filter(
    ({ name, pid, tid, ts }) =>
      pid === tasks[0]?.pid && tid === tasks[0]?.tid && TIMELINE.has(name) && ts >= from && ts < until,
  );
