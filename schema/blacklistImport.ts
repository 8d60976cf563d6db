import { z } from 'zod';
import { blacklistReason } from './blacklistNumber.ts';
import { defineEntity, field } from './entity.ts';
import { column, importFields } from './sheetImport.ts';
import { sheetChoice } from './sheets/sheetChoice.ts';

/**
 * One import of a file of numbers into the blacklist. `mapping` names the column of the numbers and, optionally, that of
 * the reasons; `reason` is used for rows without one.
 */
export const blacklistImport = defineEntity({
  name: 'settings/blacklist/imports',
  path: '/v1/core/sms/blacklist-numbers/imports/',
  read: ['black-list', 'get'],
  write: ['black-list', 'post'],
  writes: ['create'],
  title: 'file_name',
  fields: {
    ...importFields(z.object({ phone: column, reason: column.nullish(), ...sheetChoice })),
    reason: field('text', z.string().nullish(), { write: 'create', list: false, input: blacklistReason }),
  },
});
export type BlacklistImport = z.infer<typeof blacklistImport.record>;
