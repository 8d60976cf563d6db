/** Texts by their keys, or by their keys' first words. */
export interface Texts {
  [key: string]: string | Texts;
}

/** A tree of texts as `a.b.c` -> text. */
export const flat = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
