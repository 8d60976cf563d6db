import { DEMO_PASSWORD } from '../../server/demo/demo.ts';
import { hashPassword, setHashCost } from '../../server/services/access/passwords.ts';

// The cheapest that argon2id allows: the passwords of tests protect nothing. What is stored says what it cost.
setHashCost({ memory: 8, passes: 1 });

/** The hash of everybody's password. */
export const passwordHash = hashPassword(DEMO_PASSWORD);
