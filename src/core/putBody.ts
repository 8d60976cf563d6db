import { type Kind, type Outline, sentNames, writeOnceNames } from '#schema/outline.ts';
import { namesItsFeatures } from './offers.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of these names that are there. */
export const pick = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));

const texts: ReadonlySet<Kind | undefined> = new Set(['text', 'longText', 'email', 'phone']);

/**
 * The changes with the texts that somebody has emptied as '' instead of null: Django refuses null for a text that may
 * be blank, and others take both.
 */
function withBlanks({ fields }: Outline, data: Values, previous: Values): Values {
  if (namesItsFeatures()) return data;
  const isEmptied = ([name, value]: [string, unknown]) =>
    value === null && typeof previous[name] === 'string' && texts.has(fields[name]?.kind);
  const emptied = Object.entries(data).filter(isEmptied);
  return { ...data, ...Object.fromEntries(emptied.map(([name]) => [name, ''])) };
}

/**
 * The body of a PUT, which is the whole record: the changes in `data`, and what is set on creation as it was
 * read (docs/adr/0016).
 */
export const putBody = (entity: Outline, data: Values, previous: Values = {}): Record<string, unknown> => ({
  ...pick({ ...data, ...previous }, writeOnceNames(entity)),
  ...pick(withBlanks(entity, data, previous), sentNames(entity, 'update')),
});
