import type { Role } from '#schema/permissions.ts';
import type { Profile } from '#schema/user.ts';
import { dataOf } from './dataOf.ts';
import { isObject } from './errorTexts.ts';
import { readRecord } from './records.ts';

/**
 * What the console knows about the signed-in user. Fields that an API leaves out are missing, or empty if all
 * pages need them.
 */
export type User = Pick<Profile, 'uuid' | 'name' | 'ui_permissions'> &
  Partial<
    Pick<
      Profile,
      | 'email'
      | 'phone'
      | 'acting'
      | 'two_factor'
      | 'address_change'
      | 'calendar_years'
      | 'offers'
      | 'sending'
      | 'viber'
    >
  > & {
    /** A role of the contract; one that only the server knows if it is staff's. */
    role: string;
    /** The server's own name of a role that counts as a customer's here. */
    role_name?: string;
    account?: Profile['account'] | null;
    /**
     * `offers` was derived from the server's OpenAPI document (withOffers.ts), because its profile has none.
     */
    isDocumented?: boolean;
    /** `balance` in minor units; null if it is not known, NaN if it is not in minor units. */
    wallet: { balance: number | null; credit_limit?: number | null; is_demo?: boolean | undefined };
  };

const own = { kind: 'text', write: 'never', list: false, sort: false, filter: false, search: false } as const;
const roles: readonly Role[] = ['customer', 'support', 'admin'];
/** The profile is not an entity's record, but these fields are parsed like an entity's. */
const outline = {
  name: 'profile',
  fields: { name: own, email: own, phone: own, role: { ...own, kind: 'choice', choices: roles } },
} as const;
const amount = { ...own, kind: 'money' } as const;
const walletOutline = { name: 'profile/wallet', fields: { balance: amount, credit_limit: amount } };

const isPair = (pair: unknown): pair is Profile['ui_permissions'][number] =>
  Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string';

/** The names in pairs of the provider's side: its list of users, and the endpoints below /v1/admin/. */
const staffs = new Set([
  ...['user-list', 'account-list', 'dashboard-summary', 'payment-reference-list'],
  ...['product-pricing-list', 'blocked-keyword-list'],
]);

/** The specification names no roles: one that is not ours is a customer's unless it has pairs of the provider's side. */
function roleOf(
  role: string | undefined,
  pairs: Profile['ui_permissions'],
): Pick<User, 'role' | 'role_name'> {
  if (!role) return { role: 'customer' };
  if (roles.some((known) => known === role) || pairs.some(([name]) => staffs.has(name))) return { role };
  return { role: 'customer', role_name: role };
}

/**
 * The user in a profile's answer, with or without `data`; undefined if there is none. Users are not staff
 * unless the answer says so.
 */
export function readProfile(body: unknown): User | undefined {
  const raw = dataOf(body);
  if (!isObject(raw) || !('ui_permissions' in raw || 'name' in raw || 'email' in raw)) return undefined;
  const { id: _, offers, ...user } = readRecord<Record<string, unknown> & Partial<User>>(outline, raw);
  const pairs = Array.isArray(raw.ui_permissions) ? raw.ui_permissions.filter(isPair) : [];
  const { id: __, ...wallet }: Partial<User['wallet']> & { id?: unknown } = isObject(raw.wallet)
    ? readRecord<User['wallet']>(walletOutline, raw.wallet)
    : {};
  return {
    ...user,
    ...(Array.isArray(offers) && { offers }),
    uuid: user.uuid ?? '',
    name: user.name ?? '',
    ...roleOf(user.role, pairs),
    wallet: { ...wallet, balance: wallet.balance ?? null },
    ui_permissions: pairs,
  };
}

/**
 * The user in the answer to another request, such as signing in; undefined if the answer has only a part of the
 * profile, without the list of permissions.
 */
export function wholeProfile(answer: unknown): User | undefined {
  const raw = dataOf(answer);
  return isObject(raw) && Array.isArray(raw.ui_permissions) ? readProfile(raw) : undefined;
}

/**
 * The user after a change of their own data: from the server's answer, or from what was sent if the answer is
 * not a whole profile.
 */
export const changedProfile = (user: User, sent: object, answer: unknown): User =>
  wholeProfile(answer) ?? { ...user, ...sent };
