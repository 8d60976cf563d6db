import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { column, importFields } from './sheetImport.ts';
import { COLUMNS_MAX } from './sheets/limits.ts';
import { sheetChoice } from './sheets/sheetChoice.ts';

/**
 * One import of a file into contacts. `mapping` names the column of each contact field (`phone`, `name`), the sheet and the
 * header row. Every other column becomes an attribute under its own header.
 */
export const contactImport = defineEntity({
  name: 'contact/imports',
  path: '/v1/core/contacts/imports/',
  read: ['contact-list', 'get'],
  write: ['contact-list', 'post'],
  writes: ['create'],
  title: 'file_name',
  fields: {
    ...importFields(
      z.object({
        phone: column,
        name: column.nullish(),
        ...sheetChoice,
        /** The columns of the file, as the server read them: those that can be named. Optional for servers. */
        columns: z.array(column).max(COLUMNS_MAX).optional(),
      }),
    ),
    groups: field('references', z.array(z.uuid()).max(50), {
      write: 'create',
      list: false,
      of: 'contact/groups',
    }),
  },
});
export type ContactImport = z.infer<typeof contactImport.record>;
