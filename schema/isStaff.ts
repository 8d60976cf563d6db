/**
 * Staff work for the provider: they sign in through /v1/login/admin/ and read across accounts. A user without a role is
 * not staff.
 */
export const isStaff = (role: string | null | undefined): boolean => Boolean(role) && role !== 'customer';
