import { useTranslate } from 'ra-core';
import { grantable } from '#schema/keyPairs.ts';
import { allows, type Pair, roles } from '#schema/permissions.ts';
import { getUser } from '../../../core/session.ts';
import type { Check } from '../../../crud/ChecksInput.tsx';

/** What a program needs to send and to track messages. */
export const SENDING: readonly Pair[] = [
  ['bulk-sms', 'post'],
  ['campaign-list', 'get'],
  ['sms-dispatch', 'get'],
];

/** Converts a pair to a single word, and back. */
export const wordOf = (pair: unknown): string => (pair as string[]).join(' ');
export const pairOf = (word: string): string[] => word.split(' ');

/** What a pair allows a key, for people; for pairs that only staff hold, its name and whether it changes. */
export function usePairText(): (pair: readonly [string, string]) => string {
  const translate = useTranslate();
  return ([name, verb]) =>
    translate(`apiKey.may.${name}.${verb}`, {
      _: `${translate(`users.pair.${name}`, { _: name })}: ${translate(`users.pairs.${verb}`, { _: verb })}`,
    });
}

/** What the signed-in user may give a key: for sending, for other work of an account, for staff. */
export function useChoices(): { heading: string; checks: Check[] }[] {
  const translate = useTranslate();
  const textOf = usePairText();
  // Reading and changing the same thing are next to each other.
  const user = getUser();
  const held = grantable((user?.ui_permissions ?? []) as Pair[], user?.role ?? 'customer').sort(([a], [b]) =>
    a.localeCompare(b),
  );
  const others = held.filter((pair) => !allows(SENDING, pair));
  const groups = {
    sending: held.filter((pair) => allows(SENDING, pair)),
    account: others.filter((pair) => allows(roles.customer, pair)),
    staff: others.filter((pair) => !allows(roles.customer, pair)),
  };
  return Object.entries(groups)
    .filter(([, pairs]) => pairs.length > 0)
    .map(([name, pairs]) => ({
      heading: translate(`apiKey.group.${name}`),
      checks: pairs.map((pair) => ({ value: wordOf(pair), label: textOf(pair) })),
    }));
}
