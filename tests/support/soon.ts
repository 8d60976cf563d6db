import { vi } from 'vitest';

/** Looks until it throws no more: 20 seconds, since a busy machine takes its time and what never comes still fails. */
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });
