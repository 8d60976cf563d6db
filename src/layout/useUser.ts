import { useSyncExternalStore } from 'react';
import { getUser, onUser, type User } from '../authProvider/session.ts';
import { type Preferences, preferences } from '../preferences.ts';

/** The signed-in user; re-renders when the profile is loaded again. */
export const useUser = (): User | null => useSyncExternalStore(onUser, getUser);

export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get);
