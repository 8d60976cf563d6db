import { type Outline, sentNames, writeOnceNames } from '#schema/outline.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of these names that are there. */
export const pick = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));

/**
 * The body of a PUT, which is the whole record: the changes in `data`, and what is set on creation as it was
 * read (docs/adr/0016).
 */
export const putBody = (entity: Outline, data: Values, previous: Values = {}): Record<string, unknown> => ({
  ...pick({ ...data, ...previous }, writeOnceNames(entity)),
  ...pick(data, sentNames(entity, 'update')),
});
