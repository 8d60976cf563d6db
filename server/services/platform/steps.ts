import { isClosed, isUnavailable } from '../../db/unavailable.ts';

/**
 * Takes every step, one after the other, whether or not those before it succeed; then throws what failed. While the
 * database is away no other step would succeed.
 */
export async function takeSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (isClosed(error)) throw error;
      errors.push(...(error instanceof AggregateError ? error.errors : [error]));
      if (errors.some(isUnavailable)) break;
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps failed`);
  if (errors.length > 0) throw errors[0];
}
