import type { FieldOutline, Kind, Outline } from '#schema/outline.ts';
import { dataOf } from './dataOf.ts';
import { isObject } from './errorTexts.ts';

/*
 * Parses an API's answers leniently, by the outline of their entity. Missing fields stay missing; numbers may
 * be text, ids may be integers, references may be whole records; choices may be in capitals, and unknown ones
 * stay as they are. Values that cannot be parsed become null, and the browser's console gets a warning once per field.
 */

type Values = Record<string, unknown>;

const reported = new Set<string>();

/** Warns in the browser's console, once per field, about values that the contract does not allow. */
function reportOnce(entity: string, field: string, value: unknown, problem: string): void {
  const at = `${entity}.${field}`;
  if (reported.has(at)) return;
  reported.add(at);
  console.error(`${at} does not fit the API’s contract: ${JSON.stringify(value)} ${problem}`);
}

/** Lets every field be warned about once more: tests share this module. */
export const forgetWarnings = (): void => reported.clear();

const asText = (value: unknown): string | undefined =>
  typeof value === 'object' || value === undefined ? undefined : String(value);

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\s*-?\d+(\.\d*)?\s*$/.test(value)
      ? Number(value)
      : undefined;

/**
 * Money is in whole minor units. A decimal point probably means rupees: the value becomes NaN, which `money`
 * shows in words and which is never more or less than any price.
 */
const asMoney = (value: unknown): number | undefined => {
  const amount = asNumber(value);
  if (amount === undefined) return undefined;
  return Number.isInteger(amount) && !String(value).includes('.') ? amount : Number.NaN;
};

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };
const asFlag = (value: unknown): boolean | undefined => flags[String(value).toLowerCase()];

const asDate = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

const asId = (value: unknown): string | undefined =>
  asText(isObject(value) ? (value.uuid ?? value.id) : value);

/** An id that is a number on our server; another API's may be a text, or a whole record. */
export function asNumberedId(value: unknown): number | string | undefined {
  const id = asId(value) || undefined;
  return id !== undefined && String(Number(id)) === id ? Number(id) : id;
}

const asIds = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map(asId).filter((id) => id !== undefined) : undefined;

/** The id in an answer: its record's `uuid` or `id`, or the bare id; undefined if there is none. */
export const idOf = (answer: unknown): string | undefined => asId(dataOf(answer)) || undefined;

/** A choice that the contract has, however it is capitalized; any other as it is. */
const asChoice = (value: unknown, choices: readonly string[] = []): string | undefined => {
  const text = asText(value);
  return choices.find((choice) => choice === text?.toLowerCase()) ?? text;
};

const readers: Partial<Record<Kind, (value: unknown, choices?: readonly string[]) => unknown>> = {
  integer: asNumber,
  price: asNumber,
  money: asMoney,
  boolean: asFlag,
  date: asDate,
  datetime: asDate,
  choice: asChoice,
  reference: asId,
  references: asIds,
  attributes: (value) => (isObject(value) ? value : undefined),
};

/** The items of a list: texts for a list of texts, anything for free values. */
const asParts = (kind: Kind, value: unknown): unknown[] | undefined =>
  kind === 'attributes'
    ? Array.isArray(value)
      ? value.filter((part) => typeof part === 'object' && part !== null)
      : undefined
    : asIds(value);

function readField(entity: string, name: string, field: FieldOutline, value: unknown): unknown {
  const { kind, many, choices, isId } = field;
  const reader = isId ? asNumberedId : (readers[kind] ?? asText);
  const read = many ? asParts(kind, value) : reader(value, choices);
  if (read === undefined) reportOnce(entity, name, value, `is no ${many ? 'list' : kind}; it is not shown.`);
  else if (Number.isNaN(read))
    reportOnce(
      entity,
      name,
      value,
      'has a decimal point, but money is in whole minor units (paisa); it is not shown.',
    );
  return read ?? null;
}

const numbers: ReadonlySet<Kind> = new Set(['integer', 'money', 'price']);

const moment: FieldOutline = {
  ...{ kind: 'datetime', write: 'never', list: true, sort: true },
  ...{ filter: false, search: false },
};
const moments = { created_at: moment, updated_at: moment };

/**
 * An API's record as react-admin needs it: with `id`, which is its `uuid`, otherwise its own `id`, otherwise
 * ''.
 */
export function readRecord<R>(entity: Pick<Outline, 'name' | 'fields'>, raw: Values): R {
  const id = asText(raw.uuid ?? raw.id) ?? '';
  const record: Values = { ...raw, id };
  if (id) record.uuid = id;
  for (const fields of [entity.fields, moments]) {
    for (const name in fields) {
      const field = fields[name as keyof typeof fields] as FieldOutline;
      const value = raw[name];
      const isThere = value !== undefined && value !== null;
      const read = isThere ? readField(entity.name, name, field, value) : value;
      if (isThere) record[name] = read;
      // In a calculation null would count as 0, which is an amount.
      if (read === null && numbers.has(field.kind) && !field.nullable) delete record[name];
      // A field that is only shown becomes empty. A field that is also written is left out, so that it is not
      // sent back as empty.
      if ((read === undefined || read === null) && field.many && field.write === 'never') record[name] = [];
    }
  }
  return record as R;
}

/** One page of a list, as an API returns it. */
export interface Page {
  /** Number of matching records; undefined if the server does not count them. */
  count: number | undefined;
  countIsMinimum: boolean;
  /** null on the last page; undefined if the server has no links. */
  next: string | null | undefined;
  previous: string | null;
  results: Values[];
}

/** Whether another page follows this one, with which `read` records have come: without links the count says it. */
export const hasNext = ({ next, count = 0, results }: Page, read: number): boolean =>
  next === undefined ? results.length > 0 && count > read : next !== null;

const asLink = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A list in its envelope, or a bare list; undefined for anything else. */
export function readPage(body: unknown): Page | undefined {
  const page = dataOf(body);
  if (Array.isArray(page)) return readPage({ results: page, next: null, count: page.length });
  if (!isObject(page) || !Array.isArray(page.results)) return undefined;
  return {
    count: asNumber(page.count),
    countIsMinimum: page.count_is_minimum === true,
    next: page.next === undefined ? undefined : asLink(page.next),
    previous: asLink(page.previous),
    results: page.results.filter(isObject),
  };
}
