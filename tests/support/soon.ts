import { vi } from 'vitest';

/**
 * Repeats a check until it stops throwing, for up to 20 seconds: enough for a busy machine, and a missing
 * result still fails.
 */
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });

/**
 * The same for what takes longer the busier the machine is: as long as the check fails with other words each time, it
 * goes on, so its words must say how far it has come. What stands still fails after 20 to 40 seconds; the test's own limit
 * ends what never arrives.
 */
export async function whileItMoves<T>(look: () => T | Promise<T>): Promise<T> {
  for (let before = ''; ; ) {
    try {
      return await soon(look);
    } catch (error) {
      const words = String(error);
      if (words === before) throw error;
      before = words;
    }
  }
}
