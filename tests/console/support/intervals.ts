import { act } from '@testing-library/react';
import { vi } from 'vitest';

/**
 * Watches the intervals of a page that is drawn after this. What is answered ends those of a length at once: nobody
 * waits for a page to look again by itself. (Faked intervals would take jsdom's animation frames with them.)
 */
export function watchIntervals(): (milliseconds: number) => Promise<void> {
  const set = vi.spyOn(globalThis, 'setInterval');
  const clear = vi.spyOn(globalThis, 'clearInterval');
  return (milliseconds) =>
    act(async () => {
      const cleared = new Set<unknown>(clear.mock.calls.map(([id]) => id));
      for (const [i, [callback, length]] of set.mock.calls.entries())
        if (length === milliseconds && !cleared.has(set.mock.results[i]?.value)) callback();
    });
}
