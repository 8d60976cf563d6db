import { z } from 'zod';
import { choice, field } from './entity.ts';

/** A column of the file, by its header. */
export const column = z.string().min(1).max(500);

const importStatuses = ['queued', 'running', 'completed', 'cancelled', 'failed'] as const;

/**
 * What every import of a sheet has, whatever its rows become. `mapping` names the sheet's column for each of
 * the record's fields. Counts are of rows: `updated` were there already, `duplicates` came earlier in the
 * same sheet, `refused` are in the report at `{path}{uuid}/refused/`. `hidden_rows` are those that the workbook hides, below the
 * header row, whether they were left out or not; while it is read, those so far. Null: not begun, or of an earlier version.
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
  hidden_rows: field('integer', z.int().nullable(), { write: 'never', list: false }),
  error: field('text', z.string().nullable(), { write: 'never', list: false }),
  finished_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
});
