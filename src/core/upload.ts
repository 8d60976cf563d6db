import type { UploadedFile } from '#schema/file.ts';
import { dataOf } from './dataOf.ts';
import { isObject, unreadable } from './errorTexts.ts';
import { HttpError, http } from './http.ts';
import { idOf } from './records.ts';

/** An uploaded file: its reference and other details from the server. */
export type Uploaded = Pick<UploadedFile, 'uuid'> & Partial<UploadedFile>;

/**
 * Uploads a file; `onProgress` receives the fraction sent. The server returns the reference under `data`, as
 * text or as the file's record. Rejects with HttpError, also if the answer has no reference.
 */
export async function uploadFile(file: File, watch: Parameters<typeof http.upload>[2]): Promise<Uploaded> {
  const answer = await http.upload('/v1/core/upload/file/public/', file, watch);
  const uuid = idOf(answer);
  if (!uuid) throw new HttpError(unreadable());
  const data = dataOf(answer);
  return { ...(isObject(data) && data), uuid };
}
