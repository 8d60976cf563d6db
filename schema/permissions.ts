import { isStaff } from './isStaff.ts';

// A separate module, because the console's start needs it without the lists of pairs.
export { isStaff };

export const verbs = ['get', 'post'] as const;
type Verb = (typeof verbs)[number];
/** (permission name, verb): `get` guards reading; `post` create, update, delete and actions. */
export type Pair = readonly [name: string, verb: Verb];

/**
 * Whether a list of pairs allows a request. An empty or missing list denies; a boolean instead of a pair is returned
 * unchanged (specification, section 6).
 */
export function allows(
  held: readonly (readonly string[])[] | null | undefined,
  required: Pair | boolean,
): boolean {
  if (typeof required === 'boolean') return required;
  return held?.some(([name, verb]) => name === required[0] && verb === required[1]) ?? false;
}

const get = (...names: string[]): Pair[] => names.map((name) => [name, 'get']);
const post = (...names: string[]): Pair[] => names.map((name) => [name, 'post']);

const customer: Pair[] = [
  ...get(
    'package-list',
    'package-active',
    'package-history',
    'sms-list',
    'sms-template-list',
    'campaign-list',
  ),
  ...get(
    'credit-daily-consumption',
    'contact-list',
    'topup-list',
    'black-list',
    'sms-dispatch',
    'profile-my',
  ),
  ...get('setting-list', 'viber-identity-list', 'api-key-list', 'webhook-list', 'kyc-list'),
  // Submitting has its own pair: `kyc-list post` approves, and nobody may approve their own identity.
  ...post('kyc-submit'),
  ...post('package-list', 'bulk-sms', 'sms-template-list', 'contact-list', 'topup-list', 'black-list'),
  ...post('profile-my', 'campaign-list', 'api-key-list', 'webhook-list'),
  // The people of the own account, whom staff manage as users.
  ...get('team-list'),
  ...post('team-list'),
  // Everything of the account in one file.
  ...get('account-export'),
  ...post('account-export'),
  // Taking a phone number out of everything.
  ...get('erasure'),
  ...post('erasure'),
];

const staffReads = get(
  ...['user-list', 'account-list', 'campaign-list', 'sms-list', 'sms-dispatch', 'payment-reference-list'],
  ...['kyc-list', 'profile-my', 'dashboard-summary', 'report-list', 'campaign-oversight', 'sign-in-as'],
);

/**
 * What support staff also need to see anything when signed in as a customer, since they then have only their own pairs:
 * packages, money and templates. Contacts and the blacklist hold personal data; administrators grant those separately.
 */
const supportReads = get(
  ...['package-list', 'package-active', 'package-history'],
  ...['credit-daily-consumption', 'topup-list', 'sms-template-list'],
);

const admin: Pair[] = [
  ...staffReads,
  ...customer,
  ...get('product-pricing-list', 'blocked-keyword-list', 'sender-identity-list', 'wallet-list', 'audit-list'),
  ...get('message-text'),
  ...post('user-list', 'account-list', 'payment-reference-list', 'kyc-list', 'product-pricing-list'),
  ...post('blocked-keyword-list', 'sender-identity-list', 'wallet-list', 'viber-identity-list', 'audit-list'),
  ...post('sms-dispatch', 'setting-list', 'package-sale-list', 'number-plan-list', 'operator-link-list'),
  ...get('package-sale-list', 'number-plan-list', 'operator-link-list'),
  ...post('campaign-oversight'),
];

/** Allows seeing the account's balance: in the profile, on the dashboard, in plans and in the wallet's history. */
export const balancePair: Pair = ['topup-list', 'get'];

/** Who manages the team of a customer's account, and approves the campaigns of those who do not: its owners. */
export const managesTeamPair: Pair = ['team-list', 'post'];

const unique = (list: readonly Pair[]): Pair[] => [...new Map(list.map((p) => [p.join(' '), p])).values()];

/** The default pairs of each role; an administrator may change them per user. */
export const roles = {
  customer: unique(customer),
  // Writes nothing: administrators change a support user's name and address (tests/contract/supportWrites.test.ts).
  support: unique([...staffReads, ...supportReads]),
  admin: unique(admin),
} as const satisfies Record<string, Pair[]>;
export type Role = keyof typeof roles;

/**
 * The pairs that an administrator may give a user of a role: for customers the customers' pairs, for staff those of the
 * provider's administration.
 */
export const grantable = (role: Role): readonly Pair[] => (isStaff(role) ? roles.admin : roles.customer);

const words = (list: readonly Pair[]): ReadonlySet<string> => new Set(list.map((pair) => pair.join(' ')));
/** A set, because every request looks up each of its caller's pairs. */
const grantableWords = { customer: words(roles.customer), staff: words(roles.admin) };

/**
 * The pairs that a user holds: their own if an administrator set them, otherwise the role's. Pairs that the role cannot
 * have are ignored, however they got into the list, so that no customer can approve.
 */
export const pairsOf = ({
  role,
  ui_permissions,
}: {
  role: Role;
  ui_permissions: readonly Pair[] | null;
}): readonly Pair[] =>
  ui_permissions?.filter((pair) =>
    grantableWords[isStaff(role) ? 'staff' : 'customer'].has(pair.join(' ')),
  ) ?? roles[role];
