/**
 * Staff work for the provider: they sign in through /v1/login/admin/ and read across accounts. Nobody is staff of whom no
 * role is said.
 */
export const isStaff = (role: string | null | undefined): boolean => Boolean(role) && role !== 'customer';
