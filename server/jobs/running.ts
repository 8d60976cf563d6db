/** Started parts of the process, stopped in reverse order. */
const running: (() => Promise<unknown>)[] = [];

/** Those that take work; stopping one twice is safe. */
const working: (() => Promise<unknown>)[] = [];

/** Registers something to stop when the process ends, before everything registered earlier. */
export const stopsWith = (end: () => Promise<unknown>): void => void running.push(end);

/** The same for parts that take work, which may have to stop before the process does. */
export function takesWork(end: () => Promise<unknown>): void {
  let stopped: Promise<unknown> | undefined;
  const once = () => {
    stopped ??= end();
    return stopped;
  };
  running.push(once);
  working.push(once);
}

/** Stops the parts that take work; the rest continues. */
export const stopWorking = (): Promise<unknown> => Promise.all(working.map((end) => end()));

let stopping: Promise<void> | undefined;
/** Stops accepting, sends what is in flight, and closes the database last. */
export const stop = (): Promise<void> => {
  stopping ??= (async () => {
    for (const end of running.reverse()) await end().catch((error: unknown) => console.error(error));
  })();
  return stopping;
};
