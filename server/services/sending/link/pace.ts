const LONGEST_PAUSE = 16_000;
/** A rate applies within each twentieth of a second, because timers have a resolution of a few milliseconds. */
const BURST_SECONDS = 0.05;

/** How fast parts may be written: a rate, and pauses that grow while the operator throttles. */
export function createPace(initialRate: number, throttlePause: number, timeOfDay: () => Date) {
  let rate = initialRate;
  let throttledAt: Date | null = null;
  /** The same by the monotonic clock. */
  let throttledFrom = 0;
  let pause = 0;
  let resumeAt = 0;
  /** Until when the operator asked to be left alone. */
  let restsUntil = 0;
  let tokens = 1;
  let filledAt = performance.now();

  function fill(now: number): void {
    const burst = Math.max(1, rate * BURST_SECONDS);
    tokens = Math.min(burst, tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
  }

  return {
    /** Since when the operator has accepted nothing. */
    get throttledAt() {
      return throttledAt;
    },
    /** Milliseconds until the next part may be written; 0 takes its token. */
    delay(now: number): number {
      if (now < resumeAt) return resumeAt - now;
      if (rate <= 0) return 0;
      fill(now);
      if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate);
      tokens--;
      return 0;
    },
    setRate(next: number): void {
      fill(performance.now());
      rate = next;
    },
    /** Without a share nothing is saved up, so that the holders of a link's shares together keep its rate. */
    saveNothing(): void {
      tokens = 0;
    },
    backOff(now: number): void {
      // The rest of a full window is refused as well: that is one pause, not a hundred.
      if (now < resumeAt) return;
      if (!throttledAt) throttledFrom = now;
      throttledAt ??= timeOfDay();
      pause = Math.min(pause ? pause * 2 : throttlePause, LONGEST_PAUSE);
      resumeAt = now + pause;
    },
    /** The operator asks to be left alone for so long, in place of the pauses that grow. */
    rest(now: number, milliseconds: number): void {
      if (!throttledAt) throttledFrom = now;
      throttledAt ??= timeOfDay();
      restsUntil = Math.max(restsUntil, now + milliseconds);
      resumeAt = Math.max(resumeAt, restsUntil);
    },
    /** Whether it will rest for longer than this many milliseconds. */
    restsFor(milliseconds: number): boolean {
      return restsUntil - performance.now() > milliseconds;
    },
    /** The operator does not answer. */
    isSilent(now: number): void {
      throttledAt ??= timeOfDay();
      throttledFrom = now;
    },
    /** Parts written at that moment were accepted. */
    accepted(writtenAt: number): void {
      if (throttledAt && writtenAt >= resumeAt) this.calm();
    },
    calm(): void {
      // A new connection does not end what the operator asked for.
      if (this.restsFor(0)) return;
      throttledAt = null;
      pause = resumeAt = 0;
    },
    /** Whether it has been throttled for longer than this many milliseconds. */
    isThrottledFor(milliseconds: number): boolean {
      return throttledAt !== null && performance.now() - throttledFrom > milliseconds;
    },
  };
}
