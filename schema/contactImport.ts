import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';

const importStatuses = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;

/**
 * One import of a sheet into contacts. `mapping` names the sheet's column for a contact's field
 * (`phone`, `name`); every other column becomes an attribute under its own header.
 */
export const contactImport = defineEntity({
  name: 'contact/imports',
  path: '/v1/core/contacts/imports/',
  read: ['contact-list', 'get'],
  write: ['contact-list', 'post'],
  writes: ['create'],
  title: 'file_name',
  fields: {
    file: field('reference', z.uuid(), { write: 'create', list: false, of: 'files' }),
    file_name: field('text', z.string(), { write: 'never' }),
    mapping: field('attributes', z.object({ phone: z.string().min(1), name: z.string().min(1).nullish() }), {
      write: 'create',
      list: false,
    }),
    groups: field('references', z.array(z.uuid()).max(50), {
      write: 'create',
      list: false,
      of: 'contact/groups',
    }),
    status: choice(importStatuses, { write: 'never' }),
    bytes: field('integer', z.int(), { write: 'never', list: false }),
    bytes_read: field('integer', z.int(), { write: 'never', list: false }),
    rows: field('integer', z.int(), { write: 'never' }),
    created: field('integer', z.int(), { write: 'never' }),
    updated: field('integer', z.int(), { write: 'never' }),
    duplicates: field('integer', z.int(), { write: 'never' }),
    refused: field('integer', z.int(), { write: 'never' }),
    error: field('text', z.string().nullable(), { write: 'never', list: false }),
    finished_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
  },
});
export type ContactImport = z.infer<typeof contactImport.record>;
