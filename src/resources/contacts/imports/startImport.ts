import type { Outline } from '#schema/outline.ts';
import { http } from '../../../core/http.ts';
import { idOf } from '../../../core/records.ts';
import { uploadFile } from '../../../core/upload.ts';
import type { SheetSummary } from '../sheets/types.ts';

export interface ImportOrder {
  /** The entity of the import. */
  entity: Outline;
  summary: SheetSummary;
  /** What the request carries beside the file: the mapping, and what this kind of import alone has. */
  body: Readonly<Record<string, unknown>>;
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
