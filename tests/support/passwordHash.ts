import { DEMO_PASSWORD } from '../../server/demo/demo.ts';
import { hashPassword } from '../../server/services/access/passwords.ts';

/**
 * The hash of everybody's password, the cheapest that argon2id allows: it protects nothing, and contains the
 * parameters for checking.
 */
export const passwordHash = hashPassword(DEMO_PASSWORD, { memory: 8, passes: 1 });
