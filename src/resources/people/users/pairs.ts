import { allows, grantable, type Pair, type Role, roles } from '#schema/permissions.ts';

export type Pairs = readonly (readonly [string, string])[];

/** A row of the table: its label, and which of the two verbs the role allows. */
export interface PairRow {
  name: string;
  verbs: readonly Pair[1][];
}

const verbs = ['get', 'post'] as const;

/** What a user of a role may be given, in the order of the roles' own list. */
export function rowsFor(role: Role): PairRow[] {
  const offered = grantable(role);
  const names = [...new Set(offered.map(([name]) => name))];
  return names.map((name) => ({ name, verbs: verbs.filter((verb) => allows(offered, [name, verb])) }));
}

/** The effective pairs: a user's own choice, or the role's. */
export const effective = (role: Role, chosen: Pairs | null | undefined): Pairs => chosen ?? roles[role];

export const holds = (pairs: Pairs, pair: Pair): boolean => allows(pairs, pair);

/** The pairs with one added or removed. Permission to change includes permission to see. */
export function toggled(pairs: Pairs, [name, verb]: Pair, role: Role): Pairs {
  const isOn = holds(pairs, [name, verb]);
  const others = pairs.filter(([other, its]) => other !== name || its !== verb);
  if (isOn) return verb === 'get' ? others.filter(([other]) => other !== name) : others;
  const sees = verb === 'post' && holds(grantable(role), [name, 'get']) && !holds(pairs, [name, 'get']);
  return [...others, ...(sees ? ([[name, 'get']] as const) : []), [name, verb]];
}
