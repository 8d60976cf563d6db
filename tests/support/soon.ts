import { vi } from 'vitest';

/**
 * Repeats a check until it stops throwing, for up to 20 seconds: enough for a busy machine, and a missing
 * result still fails.
 */
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });
