type Values = Readonly<Record<string, unknown>>;

export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The values that differ from those of `base`. */
export const changed = (values: Values, base: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, base[name])));
