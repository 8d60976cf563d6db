import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import type { CsvPart } from '../sheets/csv.ts';
import type { Files } from './files.ts';
import { FILE_MODE } from './privateFolder.ts';

/**
 * The parts of a source, which is read to its end into a local file before the first of them is given: whoever takes them slowly
 * does not hold up what the source uses.
 */
export async function* readAhead(
  files: Files,
  source: AsyncIterable<CsvPart>,
): AsyncGenerator<CsvPart, void, void> {
  const local = await files.spool();
  try {
    const kept: { start: number; end: number; rows: number }[] = [];
    let end = 0;
    for await (const { text, rows } of source) {
      if (text === '') continue;
      await appendFile(local.path, text, { mode: FILE_MODE });
      const start = end;
      end += Buffer.byteLength(text);
      kept.push({ start, end, rows });
    }
    for (const part of kept) {
      // The last byte of a stream's range is part of it.
      const range = { start: part.start, end: part.end - 1 };
      yield { text: await textOf(createReadStream(local.path, range)), rows: part.rows };
    }
  } finally {
    await local.release();
  }
}
