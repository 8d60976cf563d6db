import type { Outline } from '#schema/outline.ts';
import { http } from '../../../core/http.ts';
import { idOf } from '../../../core/records.ts';
import { uploadFile } from '../../../core/upload.ts';
import type { SheetSummary } from '../sheets/types.ts';

export interface ImportOrder {
  /** The import's entity. */
  entity: Outline;
  summary: SheetSummary;
  /** Request fields besides the file: the mapping, and options of this target. */
  body: Readonly<Record<string, unknown>>;
  /** One per import that a person starts, so that a retry cannot start it twice. */
  idempotencyKey: string;
  /** The file's reference, if it is already uploaded. */
  uploaded?: string;
}

interface Watch {
  onProgress(fraction: number): void;
  onUploaded(reference: string): void;
  signal: AbortSignal;
}

/** Uploads the file, unless it is uploaded already, and starts its import. */
export async function startImport(order: ImportOrder, watch: Watch): Promise<{ uuid: string }> {
  const { entity, summary, body, idempotencyKey } = order;
  let file = order.uploaded;
  if (!file) {
    const { onProgress, signal } = watch;
    file = (await uploadFile(summary.upload, { onProgress, signal })).uuid;
    watch.onUploaded(file);
  }
  const answer = await http.json(entity.path, {
    method: 'POST',
    body: { file, ...body },
    idempotencyKey,
    signal: watch.signal,
  });
  return { uuid: idOf(answer) ?? '' };
}
