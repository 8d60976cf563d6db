/** What was started, to be stopped in the other order. */
const running: (() => Promise<unknown>)[] = [];

/** Of these, what takes work; each may be asked twice. */
const working: (() => Promise<unknown>)[] = [];

/** Has something stopped when the process ends, before what was started earlier. */
export const stopsWith = (end: () => Promise<unknown>): void => void running.push(end);

/** The same of what takes work, which may have to end before the process does. */
export function takesWork(end: () => Promise<unknown>): void {
  let stopped: Promise<unknown> | undefined;
  const once = () => {
    stopped ??= end();
    return stopped;
  };
  running.push(once);
  working.push(once);
}

/** Ends what takes work; the rest goes on. */
export const stopWorking = (): Promise<unknown> => Promise.all(working.map((end) => end()));

let stopping: Promise<void> | undefined;
/** Stops accepting, sends what is in hand, and ends the database last. */
export const stop = (): Promise<void> => {
  stopping ??= (async () => {
    for (const end of running.reverse()) await end().catch((error: unknown) => console.error(error));
  })();
  return stopping;
};
