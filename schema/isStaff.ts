/** Staff work for the provider: they sign in through /v1/login/admin/ and can read all accounts. */
export const isStaff = (role: string): boolean => role !== 'customer';
