import { createReadStream } from 'node:fs';
import { type Parser, parse } from 'csv-parse';
import { delimiterOf } from '#schema/sheet.ts';
import { Problem } from './problem.ts';
import type { SheetBatch, SheetRow } from './sheetRow.ts';
import { decodeText } from './sheetsText.ts';

const BATCH = 5000;
/** Bytes of one record, which a hundred cells of 500 Devanagari letters stay below. */
const RECORD_MAX = 200_000;

const quoteProblem = (line: number) =>
  new Problem(
    'invalid',
    `A quote (") that opens in line ${line} of the file is not closed as it should be. Correct it and upload the file again.`,
  );

const lineBreaks = (cells: readonly string[]): number => {
  let n = 0;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) n += cell.split(/\r\n|\n|\r/).length - 1;
  }
  return n;
};

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/**
 * The rows of a CSV file of this machine in batches, header included, without those that are empty. Rows carry the line
 * that they start in. Throws a Problem on what is no text and on a quote that is never closed.
 */
export async function* readCsv(path: string): AsyncGenerator<SheetBatch, void, void> {
  let line = 1;
  let rows: SheetRow[] = [];
  let parser: Parser | undefined;

  const take = (raw: string[]): null => {
    const row = line;
    line += 1 + lineBreaks(raw);
    // A record that the parser read leniently keeps its opening quote; over a line break it swallowed rows.
    if (line > row + 1 && raw.some((text) => text.startsWith('"') && /[\r\n]/.test(text))) {
      throw quoteProblem(row);
    }
    const cells = raw.map((text) => text.trim());
    if (!isEmpty(cells)) rows.push({ row, cells });
    return null;
  };
  const open = (text: string): Parser =>
    parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: RECORD_MAX,
      // Rows are taken here, at the speed of the parser; nothing goes through its stream.
      on_record: take,
    }).on('error', () => {});
  const settle = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
  const explain = (error: unknown): unknown => {
    const code = (error as { code?: string }).code;
    return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE' ? quoteProblem(line) : error;
  };

  const stream = createReadStream(path);
  let read = 0;
  try {
    for await (const { text, bytesRead } of decodeText(stream)) {
      parser ??= open(text);
      const target = parser;
      await settle((done) => target.write(text, done));
      read = bytesRead;
      while (rows.length >= BATCH) yield { rows: rows.splice(0, BATCH), bytesRead };
    }
    if (parser) {
      const target = parser;
      await settle((done) => target.end(done));
    }
    if (rows.length > 0) yield { rows, bytesRead: read };
    rows = [];
  } catch (error) {
    throw explain(error);
  } finally {
    stream.destroy();
    parser?.destroy();
  }
}
