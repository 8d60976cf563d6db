/** Reads an object by a key that a user chose: own entries only, never inherited ones. */
export const own = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
