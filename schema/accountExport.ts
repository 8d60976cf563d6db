import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';

const exportStatuses = ['queued', 'running', 'completed', 'failed', 'expired'] as const;

/**
 * A ZIP archive of CSV files with everything that an account has. `rows` counts what was written so far, `size` is in bytes.
 * The file can be downloaded at `{path}{uuid}/download/` until `expires_at`.
 */
export const accountExport = defineEntity({
  name: 'settings/exports',
  path: '/v1/autho/exports/',
  read: ['account-export', 'get'],
  write: ['account-export', 'post'],
  writes: ['create'],
  title: 'file_name',
  fields: {
    file_name: field('text', z.string(), { write: 'never' }),
    status: choice(exportStatuses, { write: 'never' }),
    rows: field('integer', z.int(), { write: 'never' }),
    size: field('integer', z.int().nullable(), { write: 'never' }),
    error: field('text', z.string().nullable(), { write: 'never', list: false }),
    finished_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    expires_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
  },
});
export type AccountExport = z.infer<typeof accountExport.record>;
