import type { Identifier, RaRecord } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { HttpError } from '../core/http.ts';
import { listPath } from '../core/paths.ts';
import { hasNext, type Page, readRecord } from '../core/records.ts';

/*
 * What the data provider does on a server that has no more than the catalogue. Loaded on such servers only.
 */

/** Maximum number of pages in which a record is looked for. */
const PAGES_MAX = 40;

/**
 * A record from an API that cannot return one alone. The API may ignore `uuid__in`, so the ids are compared.
 */
export async function fromList<R extends RaRecord>(
  entity: Outline,
  id: Identifier,
  pageAt: (path: string, page: number) => Promise<Page>,
): Promise<R> {
  let read = 0;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const path = listPath(entity, { page, filter: { uuid__in: [id] } });
    const answer = await pageAt(path, page);
    read += answer.results.length;
    const record = answer.results
      .map((one) => readRecord<R>(entity, one))
      .find((one) => String(one.id) === String(id));
    if (record) return record;
    if (!hasNext(answer, read)) break;
  }
  throw new HttpError('Not found.', 404, { code: 'not_found' });
}

/** Records requested one by one if a server does not support requesting them together. */
const SINGLY_MAX = 25;

/** The records of these ids, of which some were found: the others are read one by one, as far as they can be. */
export async function readOneByOne<R extends RaRecord>(
  ids: readonly Identifier[],
  found: readonly R[],
  read: (id: Identifier) => Promise<R>,
): Promise<R[]> {
  const has = new Set(found.map(({ id }) => String(id)));
  const missing = ids.filter((id) => !has.has(String(id))).slice(0, SINGLY_MAX);
  const answers = await Promise.allSettled(missing.map(read));
  return [...found, ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))];
}

interface ProgressMeta {
  onProgress?(done: number): void;
}

/**
 * Deletes records one after the other. Records that are already gone count as deleted; any other failure stops
 * it.
 */
export async function deleteOneByOne(
  ids: readonly Identifier[],
  remove: (id: Identifier) => Promise<unknown>,
  meta: ProgressMeta | undefined,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await remove(id).catch((error: unknown) => {
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    });
    meta?.onProgress?.(index + 1);
  }
}
