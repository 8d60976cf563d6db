import type { UploadedFile } from '#schema/compose.ts';
import { type ContactImport, contactImport } from '#schema/contactImport.ts';
import { http } from '../../http.ts';
import type { SheetSummary } from '../../sheets/types.ts';

export interface ImportOrder {
  summary: SheetSummary;
  groups: readonly string[];
  /** One for each import that a person starts, so that trying again cannot start it twice. */
  idempotencyKey: string;
  /** The reference of the file where it is uploaded already. */
  uploaded?: string;
}

interface Watch {
  onProgress(fraction: number): void;
  onUploaded(reference: string): void;
  signal: AbortSignal;
}

/** Uploads the sheet, unless it is there, and starts its import. */
export async function startImport(order: ImportOrder, watch: Watch): Promise<ContactImport> {
  const { summary, groups, idempotencyKey } = order;
  let file = order.uploaded;
  if (!file) {
    const { onProgress, signal } = watch;
    const answer = await http.upload<{ data: UploadedFile }>('/v1/core/upload/file/public/', summary.upload, {
      onProgress,
      signal,
    });
    file = answer.data.uuid;
    watch.onUploaded(file);
  }
  const { data } = await http.json<{ data: ContactImport }>(contactImport.path, {
    method: 'POST',
    body: { file, mapping: summary.mapping, groups },
    idempotencyKey,
    signal: watch.signal,
  });
  return data;
}
