/** Counts events in the last minute, in steps of a second. */
export interface Meter {
  add(count: number): void;
  perMinute(): number;
}

const SECONDS = 60;

/** `now` returns milliseconds. */
export function createMeter(now: () => number = () => performance.now()): Meter {
  const counts = new Array<number>(SECONDS).fill(0);
  let last = Math.floor(now() / 1000);
  const advance = () => {
    const second = Math.floor(now() / 1000);
    const gone = Math.min(SECONDS, Math.max(0, second - last));
    for (let i = 1; i <= gone; i++) counts[(second - gone + i) % SECONDS] = 0;
    last = Math.max(last, second);
  };
  return {
    add(count) {
      advance();
      counts[last % SECONDS]! += count;
    },
    perMinute() {
      advance();
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
