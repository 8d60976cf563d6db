import { z } from 'zod';
import { field } from './entity.ts';

/** The account of a record, for staff who read all accounts: its uuid to filter by and its name for lists. */
export const ofAccount = {
  account: field('reference', z.uuid(), {
    write: 'never',
    list: false,
    filter: 'equals',
    of: 'admin/accounts',
  }),
  account_name: field('text', z.string(), { write: 'never' }),
};
