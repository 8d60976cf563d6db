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

/**
 * The value at a path such as `data.0.id`, as text without control characters; empty if there is none, or if it is an object
 * or a list.
 */
export function valueAt(json: unknown, path: string): string {
  if (path === '') return '';
  let value = json;
  for (const name of path.split('.')) {
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
