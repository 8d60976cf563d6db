import { z } from 'zod';

/**
 * Who can be made to set up two-factor sign-in: staff by role, customers who manage their account's team (`owner`), and all
 * customers (`customer`).
 */
export const twoFactorRoleNames = ['admin', 'support', 'owner', 'customer'] as const;

/** In the order of the names, each once, so that equal choices are equal. */
export const twoFactorRoles = z
  .array(z.enum(twoFactorRoleNames))
  .max(twoFactorRoleNames.length)
  .overwrite((given) => twoFactorRoleNames.filter((role) => given.includes(role)));
