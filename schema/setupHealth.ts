import { z } from 'zod';

/** GET (ours): what of the set-up is missing, falls back or is broken, for administrators. */
export const SETUP_HEALTH = '/v1/admin/settings/health/';

/**
 * `note`: works, with something to know. `warning`: something is missing, or will go wrong. `error`: something does not
 * work now.
 */
export const healthStates = ['ok', 'note', 'warning', 'error'] as const;
export type HealthState = (typeof healthStates)[number];

/** The subjects, in the order in which they are shown. */
export const healthNames = [
  ...['operator', 'worker', 'sending', 'mail', 'address'],
  ...['backup', 'replication', 'disk', 'clock', 'storage', 'scanner', 'secrets'],
  ...['brand', 'price', 'tax', 'payments'],
] as const;

export const healthCheck = z.object({
  name: z.enum(healthNames),
  state: z.enum(healthStates),
  /** Why, within the subject: `missing`, `failed`. The console has a text for each. */
  reason: z.string(),
  /** Times in ISO 8601, numbers and names for the text. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

export const setupHealth = z.object({ checks: z.array(healthCheck) });
export type SetupHealth = z.infer<typeof setupHealth>;
