import { allows, type Pair } from '#schema/permissions.ts';

const get = (...names: string[]): Pair[] => names.map((name) => [name, 'get']);

/** The pairs that the specification has (section 6). Most of what can be written has none among them. */
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

/** Whether the list is of a server that knows the specification's pairs, and none of ours for writing. */
const isOfSpecification = (held: Held): held is readonly (readonly string[])[] =>
  Array.isArray(held) &&
  held.length > 0 &&
  held.every(([name, verb]) => allows(SPECIFIED, [name, verb] as unknown as Pair));

/**
 * Whether a form that writes with the pair `write` is there for who holds these pairs. A server of the specification has
 * no such pair to give: whoever reads (`read`; the pair of the same name otherwise) gets the form, and the server decides.
 */
export function opensForm(held: Held, write: Pair, read: Pair | true = [write[0], 'get']): boolean {
  if (allows(held, write)) return true;
  return !allows(SPECIFIED, write) && isOfSpecification(held) && allows(held, read);
}
