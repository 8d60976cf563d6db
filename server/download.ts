import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { CSV_BOM } from './services/csv.ts';

async function* withBom(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let start = CSV_BOM;
  for await (const line of lines) {
    yield start + line;
    start = '';
  }
}

/** RFC 6266: the name as it is for who reads UTF-8, in ASCII for others. */
export const disposition = (name: string, way: 'attachment' | 'inline' = 'attachment'): string => {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `${way}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** The same items, of which the first two are here already: reading them throws what they throw. */
async function startOf<T>(items: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const source = items[Symbol.asyncIterator]();
  const first: T[] = [];
  while (first.length < 2) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
  }
  return (async function* () {
    try {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => source };
    } finally {
      await source.return?.();
    }
  })();
}

/**
 * Answers a CSV file, made while it is sent and no faster than it is taken. Lines come from `csvLine`: first the head
 * alone, then one or many rows at a time. Status and headers leave when the first rows are there, so that a query that
 * fails is an error's answer; an error after them breaks the connection, so that nobody takes half a file for the whole.
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  const started = await startOf(lines);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', disposition(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(withBom(started), { objectMode: false }));
}
