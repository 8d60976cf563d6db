import type { FieldOutline, Outline } from '#schema/outline.ts';

export type Row = Readonly<Record<string, unknown>>;

const idIn = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { uuid, id } = value as { uuid?: unknown; id?: unknown };
  return uuid ?? id;
};
const text = (value: unknown): string => String(idIn(value)).trim().toLowerCase();
const flags: Readonly<Record<string, string>> = { '1': 'true', '0': 'false' };
const flag = (value: unknown): string => flags[text(value)] ?? text(value);

/**
 * Phones are compared by their last ten digits, as in Nepal. Parsing them properly needs code that lists do
 * not load.
 */
const phone = (value: unknown): string => String(value).replace(/\D/g, '').slice(-10);

type Equal = (have: unknown, wanted: unknown) => boolean;
const same =
  (read: (value: unknown) => unknown): Equal =>
  (have, wanted) =>
    read(have) === read(wanted);

const equals: Partial<Record<FieldOutline['kind'], Equal>> = {
  boolean: same(flag),
  phone: same(phone),
  integer: same(Number),
  money: same(Number),
  price: same(Number),
  datetime: same((value) => Date.parse(String(value))),
  references: (have, wanted) => Array.isArray(have) && have.some((one) => text(one) === text(wanted)),
  // Some servers find a text by any part of it.
  text: (have, wanted) => text(have).includes(text(wanted)),
};

/** Fields of every record, which no entity lists. */
const kinds: Readonly<Record<string, FieldOutline['kind']>> = { uuid: 'reference', created_at: 'datetime' };

const lists = (wanted: unknown): unknown[] =>
  Array.isArray(wanted) ? wanted : typeof wanted === 'string' ? wanted.split(',') : [wanted];

const number = (kind: FieldOutline['kind'], value: unknown): number =>
  ['datetime', 'date', 'text'].includes(kind) ? Date.parse(String(value)) : Number(value);

/**
 * Whether a record matches one filter (`field`, `field__in`, `field__gte` or `field__lte`), as far as the
 * record shows it; undefined if it does not have the field or the filter is of another kind.
 */
export function fitsFilter(entity: Outline, name: string, wanted: unknown, row: Row): boolean | undefined {
  const [field = '', operator = Array.isArray(wanted) ? 'in' : 'eq'] = name.split('__');
  const { kind, many } = entity.fields[field] ?? { kind: kinds[field] };
  const have = row[field];
  if (!kind || have === undefined) return undefined;
  const equal = (many ? equals.references : equals[kind]) ?? same(text);
  const isEqual = (one: unknown) => have !== null && equal(have, one);
  if (operator === 'eq') return isEqual(wanted);
  if (operator === 'in') return lists(wanted).some(isEqual);
  if (operator !== 'gte' && operator !== 'lte') return undefined;
  // What has no time is not before one. It may be after it, like the end of a package that never expires.
  if (have === null && operator === 'lte') return false;
  const [is, limit] = [number(kind, have), number(kind, wanted)];
  if (have === null || Number.isNaN(is) || Number.isNaN(limit)) return undefined;
  return operator === 'gte' ? is >= limit : is <= limit;
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The filters that are set, without the search. */
export const filtersIn = (filter: Row = {}): [name: string, wanted: unknown][] =>
  Object.entries(filter).filter(([name, wanted]) => name !== 'q' && !isAbsent(wanted));

/** Whether a record matches all filters, as far as it shows. */
export const fits = (entity: Outline, filter: Row | undefined, row: Row): boolean =>
  filtersIn(filter).every(([name, wanted]) => fitsFilter(entity, name, wanted, row) !== false);
