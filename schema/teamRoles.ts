import { allows, type Pair, roles } from './permissions.ts';

const get = (...names: string[]): Pair[] => names.map((name) => [name, 'get']);
const post = (...names: string[]): Pair[] => names.map((name) => [name, 'post']);

/** What everybody sees of their own account who works with its messages. */
const messages = get('campaign-list', 'sms-dispatch', 'sms-template-list', 'setting-list', 'profile-my');

/**
 * What a colleague in a customer's account may do, by role. Only these pairs count: a role is a name for a list of them. An
 * owner has all of a customer's pairs.
 */
export const teamRoles = {
  owner: roles.customer,
  /** Sends, and keeps contacts, templates and the blacklist. Sees no money. */
  sender: [
    ...messages,
    ...get('sms-list', 'contact-list', 'black-list'),
    ...post('bulk-sms', 'campaign-list', 'sms-template-list', 'contact-list', 'black-list'),
  ],
  /** Sees messages, consumption and money; changes nothing. */
  viewer: [
    ...messages,
    ...get('sms-list', 'contact-list', 'black-list', 'credit-daily-consumption'),
    ...get('topup-list', 'package-list', 'package-active', 'package-history'),
  ],
  /** Makes API keys and webhooks. A key sends as its user, so a developer may send. */
  developer: [
    ...messages,
    ...get('api-key-list', 'webhook-list'),
    ...post('bulk-sms', 'api-key-list', 'webhook-list'),
  ],
} as const satisfies Record<string, readonly Pair[]>;
export type TeamRole = keyof typeof teamRoles;

export const teamRoleNames = Object.keys(teamRoles) as [TeamRole, ...TeamRole[]];

/** The role whose pairs these are exactly; `custom` for others, which the provider's staff may have given. */
export function teamRoleOf(pairs: readonly Pair[]): TeamRole | 'custom' {
  const isSame = (role: TeamRole) =>
    teamRoles[role].every((pair) => allows(pairs, pair)) &&
    pairs.every((pair) => allows(teamRoles[role], pair));
  return teamRoleNames.find(isSame) ?? 'custom';
}
