/** The longest value that is taken from an answer: an id must fit into an index. */
const LONGEST = 255;

/** The JSON in a text; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
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
