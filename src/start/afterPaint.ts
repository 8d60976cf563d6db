/** Milliseconds after which a task no longer waits for a frame: a tab in the background draws none. */
const PATIENCE = 500;

/**
 * Runs a task once the browser has drawn what has just changed. Returns a function that calls it off.
 *
 * Gain: useAfterPaint.ts and layout/pageTitle.ts say what it is. Nothing but speed breaks if the task runs at once.
 */
export function afterPaint(task: () => void): () => void {
  let after: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    stop();
    task();
  };
  const frame = requestAnimationFrame(() => {
    clearTimeout(after);
    after = setTimeout(run);
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(after);
  };
  after = setTimeout(run, PATIENCE);
  return stop;
}
