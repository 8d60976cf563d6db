import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportTrail } from '../services/access/readTrail.ts';
import { brandedFile } from '../services/platform/brand.ts';
import { CSV_BOM, type CsvPart } from '../services/sheets/csv.ts';

/** RFC 6266: the original name in UTF-8, and an ASCII version for old clients. */
export const disposition = (name: string, way: 'attachment' | 'inline' = 'attachment'): string => {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `${way}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/**
 * Ends the answer to HEAD after the headers of a file. With an empty text Fastify would say that the file has no bytes; an empty
 * stream leaves `content-length` as it is.
 */
export const sendHead = (reply: FastifyReply): FastifyReply => reply.send(Readable.from([]));

/** Parts to read before anything is sent: the header, the first rows, and whether there are more. */
const READ_AHEAD = 3;

/**
 * Streams a CSV file at the client's speed: the chunks are the header, then rows. Status and headers are sent once the
 * first rows are read and the export is recorded, so earlier failures still get an error response. A later failure breaks
 * the connection, so that nobody mistakes half a file for the whole. For HEAD nothing is read and nothing recorded.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  parts: AsyncIterable<CsvPart>,
  trail: ExportTrail,
): Promise<FastifyReply> {
  const file = brandedFile(await reply.server.brand(), name);
  // Not before the rows are there: an error's answer is no file.
  const headed = () =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', disposition(file))
      .header('cache-control', 'no-store');
  if (reply.request.method === 'HEAD') return sendHead(headed());
  const source = parts[Symbol.asyncIterator]();
  const first: CsvPart[] = [];
  let isWhole = false;
  while (first.length < READ_AHEAD && !isWhole) {
    const { done, value } = await source.next();
    if (done) isWhole = true;
    else first.push(value);
  }
  try {
    await trail.begin(isWhole ? first.reduce((all, { rows }) => all + rows, 0) : null);
  } catch (error) {
    await source.return?.();
    throw error;
  }

  async function* texts(): AsyncGenerator<string, void, void> {
    let sent = 0;
    let isComplete = false;
    try {
      yield '';
      yield CSV_BOM;
      for (const part of first) {
        yield part.text;
        sent += part.rows;
      }
      for await (const part of { [Symbol.asyncIterator]: () => source }) {
        yield part.text;
        // Requesting the next chunk means that the last one was consumed.
        sent += part.rows;
      }
      isComplete = true;
    } finally {
      await source.return?.();
      if (!isWhole) {
        await trail.end(sent, isComplete).catch((error: unknown) => {
          reply.log.error({ err: error }, 'the end of an export could not be noted');
        });
      }
    }
  }
  const content = texts();
  // The client may have gone by now: then nothing is read, and a generator that has not begun does not end either.
  await content.next();
  return headed().send(Readable.from(content, { objectMode: false }));
}
