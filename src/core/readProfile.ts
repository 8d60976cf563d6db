import type { Profile } from '#schema/user.ts';
import { dataOf } from './dataOf.ts';
import { isObject } from './errorTexts.ts';
import { readRecord } from './records.ts';

/** What the console knows of who is signed in. What an API leaves out is not there, or empty where all pages ask for it. */
export type User = Pick<Profile, 'uuid' | 'name' | 'ui_permissions'> &
  Partial<
    Pick<
      Profile,
      'email' | 'phone' | 'acting' | 'two_factor' | 'address_change' | 'calendar_years' | 'offers'
    >
  > & {
    /** A role of the contract's, or one that only the server knows. */
    role: string;
    account?: Profile['account'] | null;
    /** What the server offers was read of its document (withOffers.ts): its profile did not say. */
    isDocumented?: boolean;
    /** `balance` in minor units; null where it is not known, NaN where it is not in minor units. */
    wallet: { balance: number | null; is_demo?: boolean | undefined };
  };

const own = { kind: 'text', write: 'never', list: false, sort: false, filter: false, search: false } as const;
/** The profile is no list's record: these fields of it are read like those of an entity. */
const outline = { name: 'profile', fields: { name: own, email: own, phone: own, role: own } };
const walletOutline = { name: 'profile/wallet', fields: { balance: { ...own, kind: 'money' } } } as const;

const isPair = (pair: unknown): pair is Profile['ui_permissions'][number] =>
  Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string';

/** The user of a profile's answer, with or without `data`; undefined where there is none in it. Nobody is staff unsaid. */
export function readProfile(body: unknown): User | undefined {
  const raw = dataOf(body);
  if (!isObject(raw) || !('ui_permissions' in raw || 'name' in raw || 'email' in raw)) return undefined;
  const { id: _, offers, ...user } = readRecord<Record<string, unknown> & Partial<User>>(outline, raw);
  const pairs: unknown = raw.ui_permissions;
  const wallet = isObject(raw.wallet) ? readRecord<User['wallet']>(walletOutline, raw.wallet) : undefined;
  return {
    ...user,
    ...(Array.isArray(offers) && { offers }),
    uuid: user.uuid ?? '',
    name: user.name ?? '',
    role: user.role || 'customer',
    wallet: { ...wallet, balance: wallet?.balance ?? null },
    ui_permissions: Array.isArray(pairs) ? pairs.filter(isPair) : [],
  };
}

/** The user after a change of their own data: as the server answers, or as it was sent where that is not a whole profile. */
export function changedProfile(user: User, sent: object, answer: unknown): User {
  const raw = dataOf(answer);
  const isWhole = isObject(raw) && Array.isArray(raw.ui_permissions);
  return (isWhole && readProfile(raw)) || { ...user, ...sent };
}
