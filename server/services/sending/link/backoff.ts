/** Delays before a link connects again: each twice as long as the one before, in milliseconds. */
export function createBackoff({ shortest, longest }: { shortest: number; longest: number }) {
  let attempts = 0;
  return {
    next(): number {
      const ceiling = Math.min(longest, shortest * 2 ** attempts++);
      // Jitter, so that several links of one host do not reconnect in step.
      return Math.max(shortest, ceiling * (0.5 + Math.random() / 2));
    },
    reset(): void {
      attempts = 0;
    },
  };
}
