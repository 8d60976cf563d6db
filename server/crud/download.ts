import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportTrail } from '../services/access/readTrail.ts';
import { CSV_BOM, type CsvPart } from '../services/sheets/csv.ts';

/** RFC 6266: the name as it is for who reads UTF-8, in ASCII for others. */
export const disposition = (name: string, way: 'attachment' | 'inline' = 'attachment'): string => {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `${way}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** Parts that are read before anything is sent: the head, the first rows, and whether there are more. */
const READ_AHEAD = 3;

/**
 * Answers a CSV file, made while it is sent and no faster than it is taken: first the head alone, then one or many rows
 * at a time. Status and headers leave when the first rows are there and the export is noted, so that what fails until
 * then is an error's answer; an error after it breaks the connection, so that nobody takes half a file for the whole.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  parts: AsyncIterable<CsvPart>,
  trail: ExportTrail,
): Promise<FastifyReply> {
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
      yield CSV_BOM;
      for (const part of first) {
        yield part.text;
        sent += part.rows;
      }
      for await (const part of { [Symbol.asyncIterator]: () => source }) {
        yield part.text;
        // Asking for more means that the last chunk was consumed.
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
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', disposition(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(texts(), { objectMode: false }));
}
