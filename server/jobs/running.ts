import { within } from '../services/sending/link/within.ts';

type End = () => Promise<unknown>;

/** Milliseconds that the process waits for one part that is stopped in order. */
const EACH = 1000;
/** The same for all parts together that are stopped at once: more than a link takes (smpp/settings.ts `close`). */
const ALL = 8000;
/** The same for the whole process. Parts whose own limit is longer are waited for nevertheless. */
const TOTAL = 9500;

/** Started parts, stopped in reverse order. */
const running: { end: End; limit: number }[] = [];

/** Parts that wait for somebody outside: they are stopped before all others, at once. */
const outward: End[] = [];

/** Those that take work; stopping one twice is safe. */
const working: End[] = [];

/** Registers something to stop when the process ends, before everything registered earlier. */
export const onShutdown = (end: End, limit = EACH): void => void running.push({ end, limit });

/** The same for parts that wait for operators, browsers or other servers: all of them stop at once, before the others. */
export const onShutdownFirst = (end: End): void => void outward.push(end);

/** Registers a part that takes work, which may have to stop before the process does. Returns what stops it. */
export function registerWork(end: End): End {
  let stopped: Promise<unknown> | undefined;
  const once = () => {
    stopped ??= end();
    return stopped;
  };
  working.push(once);
  return once;
}

/** Stops the parts that take work; the rest continues. */
export const stopWorking = (): Promise<unknown> => Promise.all(working.map((end) => end()));

const ended = (end: End, limit: number): Promise<unknown> =>
  within(
    end().catch((error: unknown) => console.error(error)),
    limit,
  );

let stopping: Promise<void> | undefined;
/**
 * Stops accepting, records what is in flight, and closes the database last. Within ten seconds, whatever operators, browsers,
 * other servers and the database do: what does not end by then is left as a killed process would leave it.
 */
export const stop = (): Promise<void> => {
  stopping ??= (async () => {
    const latest = performance.now() + TOTAL;
    await Promise.all(outward.map((end) => ended(end, ALL)));
    for (const { end, limit } of running.reverse()) {
      // When the time is up, the rest is still told to stop.
      const left = Math.max(0, latest - performance.now());
      await ended(end, limit > TOTAL ? limit : Math.min(limit, left));
    }
  })();
  return stopping;
};
