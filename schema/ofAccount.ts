import { z } from 'zod';
import { field } from './entity.ts';

/** Whose record it is, where staff read those of all accounts: the account to filter by, and its name for lists. */
export const ofAccount = {
  account: field('reference', z.uuid(), {
    write: 'never',
    list: false,
    filter: 'equals',
    of: 'admin/accounts',
  }),
  account_name: field('text', z.string(), { write: 'never' }),
};
