import type { HealthCheck } from '#schema/setupHealth.ts';
import { dateTime, number } from '../../../core/format.ts';

/** What is set or called where nothing in the console can be done: a text names it as `%{variable}`. */
const variables: Partial<Record<HealthCheck['name'], string>> = {
  address: 'PUBLIC_URL',
  backup: 'note_backup()',
  storage: 'S3_BUCKET',
  scanner: 'CLAMD_URL',
  secrets: 'SECRET_KEY',
  mail: 'SECRET_KEY',
  payments: 'SECRET_KEY',
};

/** What was found, as a sentence; a reason that this console does not know is shown as it is. */
export function healthText(
  translate: (key: string, values: object) => string,
  { name, reason, values: given }: HealthCheck,
): string {
  // Another API may have none, or null.
  const values = given ?? {};
  const formatted = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'number' ? number(value) : dateTime(value),
  ]);
  const count = typeof values.count === 'number' ? { smart_count: values.count } : {};
  return translate(`health.texts.${name}.${reason}`, {
    variable: variables[name],
    ...Object.fromEntries(formatted),
    ...count,
    _: reason,
  });
}
