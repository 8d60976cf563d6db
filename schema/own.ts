/** What a record has under a name that somebody else chose: its own entries only, never what every object has. */
export const own = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
