import { allows, type Pair } from '#schema/permissions.ts';

const get = (...names: string[]): Pair[] => names.map((name) => [name, 'get']);

/** The pairs of the specification (section 6). For most forms it has no write pair. */
export const SPECIFIED: readonly Pair[] = [
  ...get(
    'package-list',
    'package-active',
    'package-history',
    'sms-list',
    'sms-template-list',
    'campaign-list',
  ),
  ...get('credit-daily-consumption', 'contact-list', 'topup-list', 'user-list', 'black-list', 'sms-dispatch'),
  ...get('profile-my', 'setting-list'),
  ['package-list', 'post'],
  ['bulk-sms', 'post'],
];

type Held = Parameters<typeof allows>[0];

/** Whether the list comes from a server that knows the specification's pairs but none of our write pairs. */
const isOfSpecification = (held: Held): held is readonly (readonly string[])[] =>
  Array.isArray(held) &&
  held.length > 0 &&
  held.every(([name, verb]) => allows(SPECIFIED, [name, verb] as unknown as Pair));

/**
 * Whether somebody with these pairs gets a form that needs the pair `write`. A server of the specification
 * cannot grant that pair: everyone with `read` (by default the pair of the same name) gets the form, and the
 * server decides.
 */
export function opensForm(held: Held, write: Pair, read: Pair | true = [write[0], 'get']): boolean {
  if (allows(held, write)) return true;
  return !allows(SPECIFIED, write) && isOfSpecification(held) && allows(held, read);
}
