import { useSyncExternalStore } from 'react';
import { type Preferences, preferences } from '../core/preferences.ts';
import { getUser, onUser, type User } from '../core/session.ts';

/** The signed-in user; re-renders when the profile is reloaded. */
export const useUser = (): User | null => useSyncExternalStore(onUser, getUser, getUser);

/** The account's balance in minor units; undefined for users who may not see it. */
export function useBalance(): number | undefined {
  const user = useUser();
  return user && user.wallet?.balance !== null ? (user.wallet?.balance ?? 0) : undefined;
}

/** What the account can still spend, in minor units: balance and credit. Undefined like the balance. */
export function useSpendable(): number | undefined {
  const credit = useUser()?.wallet?.credit_limit ?? 0;
  const balance = useBalance();
  return balance === undefined ? undefined : balance + credit;
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore(preferences.subscribe, preferences.get, preferences.get);
