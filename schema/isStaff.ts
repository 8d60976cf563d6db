import type { Role } from './permissions.ts';

/** Staff work for the provider: they sign in through /v1/login/admin/ and read across accounts. */
export const isStaff = (role: Role): boolean => role !== 'customer';
