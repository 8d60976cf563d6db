import type { Response } from '../../webhooks/request.ts';

/** The longest value that is taken from an answer: an id must fit into an index. */
const LONGEST = 255;

/** Text in the encoding that it names, without a byte order mark; in UTF-8 if it names none that exists. */
export function textOf({ body, charset }: Pick<Response, 'body' | 'charset'>): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Ids may have more digits than a number can hold: such a number stays as it is written. */
const inFull = (_: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value;

/** The JSON in a text; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    // TypeScript does not know the third argument of a reviver yet.
    return JSON.parse(text, inFull as (this: unknown, name: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

const POSITION = /^\d+$/;
/** Whether a name of a path is a place in a list. */
const isPlace = (name: string | undefined): boolean => name === '*' || POSITION.test(name ?? '');

/**
 * The paths of all values that a path means: one for each element of the lists in it, at `*` and at the position of
 * an object. Operators send several reports at once without having said so.
 */
export function pathsIn(json: unknown, path: string): string[] {
  const names = path.split('.');
  let found: [path: string[], value: unknown][] = [[[], json]];
  for (const [i, name] of names.entries()) {
    const isList = name === '*' || (POSITION.test(name) && i < names.length - 1);
    found = found.flatMap(([before, value]) =>
      Object.entries(typeof value === 'object' && value !== null ? value : {})
        .filter(([key]) => (isList ? POSITION.test(key) : key === name))
        .map(([key, inner]): [string[], unknown] => [[...before, key], inner]),
    );
  }
  return found.map(([names]) => names.join('.'));
}

/** The path beside `found`, which is one of those that `path` means: in the same elements of the lists that both are in. */
export function pathBeside(other: string, path: string, found: string): string {
  const [names, places] = [path.split('.'), found.split('.')];
  let isBeside = true;
  const beside = other.split('.').map((name, i) => {
    const wanted = names[i];
    isBeside &&= name === wanted || (isPlace(name) && isPlace(wanted) && [name, wanted].includes('*'));
    return isBeside ? places[i] : name;
  });
  return beside.join('.');
}

/**
 * The value at a path such as `data.0.id`, as text without control characters; empty if there is none, or if it is an object
 * or a list. `*` is the first of a list.
 */
export function valueAt(json: unknown, path: string): string {
  if (path === '') return '';
  let value = json;
  for (const place of path.split('.')) {
    const name = place === '*' ? '0' : place;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  if (value === null || typeof value === 'object' || value === undefined) return '';
  // An id is stored and logged.
  return String(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
}

/** Replaces each `{{name}}` of a template with its value, escaped. */
export const fill = (
  template: string,
  values: Readonly<Record<string, string>>,
  escaped: (value: string) => string,
): string => template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(values[name] ?? ''));

/** As the inside of a JSON string. */
export const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);
