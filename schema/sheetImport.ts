import { z } from 'zod';
import { choice, field } from './entity.ts';

/** A column of the file, by its header. */
export const column = z.string().min(1).max(500);

const importStatuses = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;

/**
 * The common fields of all imports. `mapping` names the column of each field of the record. Counts are of rows: `updated`
 * existed already, `duplicates` came earlier in the same file, `refused` are in the report at `{path}{uuid}/refused/`.
 */
export const importFields = <M extends z.ZodType>(mapping: M) => ({
  file: field('reference', z.uuid(), { write: 'create', list: false, of: 'files' }),
  file_name: field('text', z.string(), { write: 'never' }),
  mapping: field('attributes', mapping, { write: 'create', list: false }),
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
});
