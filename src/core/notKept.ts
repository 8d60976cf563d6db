import type { Outline } from '#schema/outline.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields that this server has lost values of, as `entity.field`. */
const lost = new Set<string>();

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Names of the fields that have a value in both. */
export const shared = (sent: Values, record: Values): string[] =>
  Object.keys(sent).filter((name) => !isEmpty(sent[name]) && !isEmpty(record[name]));

/**
 * Names of an entity's fields that were sent with a value and are empty in the server's record. Secrets are never
 * returned, and `true` is what a switch sends that nobody has touched.
 */
export const notKept = ({ fields }: Pick<Outline, 'fields'>, sent: Values, record: Values): string[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const field = fields[name];
    const isFilled = field && field.write !== 'secret' && value !== true && !isEmpty(value);
    return isFilled && isEmpty(record[name]) ? [name] : [];
  });

/** Forms do not offer these fields any more. */
export const markLost = (entity: string, names: readonly string[]): void => {
  for (const name of names) lost.add(`${entity}.${name}`);
};

/** Whether the server has lost no value of this field, as far as is known. */
export const isKept = (entity: string, name: string): boolean => !lost.has(`${entity}.${name}`);

/** Tests share this module. */
export const forgetLost = (): void => lost.clear();
