import { type Kysely, sql } from 'kysely';
import type { Channel } from '#schema/channel.ts';
import type { HttpSettings } from '#schema/httpLink.ts';
import type { Db } from '../../db/database.ts';
import { notFound } from '../platform/problem.ts';
import type { Memory } from './failover/memory.ts';
import { readReceipts } from './http/answers.ts';
import { callbackPath, isCallbackPath } from './linkPassword.ts';
import { receiptRecorder } from './receiptRecorder.ts';
import { type ReceivedReceipt, recordedOf } from './receipts.ts';

interface Stored {
  name: string;
  channel: Channel;
  http: HttpSettings;
  callback_secret: string;
}

async function linkWithCallback(db: Db, uuid: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    SELECT name, channel, http, callback_secret FROM operator_link
    WHERE uuid = ${uuid} AND http->>'http_receipts' = 'callback'`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The path at which an HTTP link's operator reports results. Throws `not_found` for a link without one. */
export async function callbackOf(db: Db, uuid: string): Promise<string> {
  return callbackPath(uuid, (await linkWithCallback(db, uuid)).callback_secret);
}

/** Most receipts that are recorded at once. */
const BATCH = 500;

/**
 * Records what operators report. Receipts that arrive while others are being recorded are recorded together after them, because
 * those of a campaign lock it.
 */
export function createCallbacks(db: Kysely<unknown>, memory: Memory | undefined) {
  const record = receiptRecorder(db, memory);
  const waiting: { receipt: ReceivedReceipt; done(): void; failed(error: unknown): void }[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await record(batch.map(({ receipt }) => receipt));
        for (const { done } of batch) done();
      } catch (error) {
        // The operators are told, and report again.
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  };

  const write = (receipt: ReceivedReceipt): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ receipt, done, failed });
    });

  /**
   * Records what an operator reported about messages; `path` is the whole path of its request. Returns whether there was a
   * final result of a message: the operator need not send anything again. Throws `not_found` for a path that is no link's.
   */
  return async ({ uuid, path, sent }: { uuid: string; path: string; sent: unknown }): Promise<boolean> => {
    const { name: link, channel, http: settings, callback_secret } = await linkWithCallback(db, uuid);
    if (!isCallbackPath(uuid, callback_secret, path)) throw notFound();
    const receipts = readReceipts({ settings, channel }, sent);
    const written = receipts.flatMap((receipt) => recordedOf(link, receipt) ?? []).map(write);
    if (written.length > 0 && !isWriting) void writeAll();
    await Promise.all(written);
    return written.length > 0;
  };
}
