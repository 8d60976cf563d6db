import { guessMapping, nameColumns } from './columns.ts';
import { csvPieces, NotThisEncoding } from './csvRows.ts';
import { isLegacyFont, sniff } from './encoding.ts';
import { createRowCheck } from './rowCheck.ts';
import {
  type Encoding,
  type Mapping,
  type ReportTexts,
  SheetError,
  type SheetProgress,
  type SheetRow,
  type SheetSummary,
  type SheetWarning,
} from './types.ts';
import { xlsxRows } from './xlsxRows.ts';

export interface CheckOptions {
  /** The columns that the user chose; guessed where absent. */
  mapping?: Mapping;
  texts: ReportTexts;
  onProgress?(progress: SheetProgress): void;
}

const HEAD_BYTES = 64 * 1024;
const SAMPLE = 8;
const GUESSED_FROM = 200;

interface Piece {
  rows: string[][];
  line(index: number): number;
  fraction: number;
  text?: string;
}

async function* piecesOf(file: Blob, kind: 'csv' | 'xlsx', encoding: Encoding): AsyncGenerator<Piece> {
  if (kind === 'xlsx') {
    yield { rows: await xlsxRows(file), line: (index) => index + 1, fraction: 1 };
    return;
  }
  for await (const piece of csvPieces(file, encoding))
    yield { ...piece, fraction: file.size > 0 ? piece.bytesRead / file.size : 1 };
}

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/** The first rows of a piece that are not empty, their cells trimmed. */
function firstRows({ rows, line }: Piece): SheetRow[] {
  const found: SheetRow[] = [];
  for (let i = 0; i < rows.length && found.length <= GUESSED_FROM; i++) {
    const cells = rows[i] ?? [];
    if (isFilled(cells)) found.push({ row: line(i), cells: trimmed(cells) });
  }
  return found;
}

/** Reads a sheet from its start to its end in one encoding. */
async function pass(
  file: File,
  { kind, encoding, keepCopy }: { kind: 'csv' | 'xlsx'; encoding: Encoding; keepCopy: boolean },
  { mapping: asked, texts, onProgress }: CheckOptions,
): Promise<SheetSummary> {
  const copy: Blob[] = [];
  let check: ReturnType<typeof createRowCheck> | undefined;
  let head: (ReturnType<typeof nameColumns> & { mapping: Mapping; below: SheetRow[] }) | undefined;
  for await (const piece of piecesOf(file, kind, encoding)) {
    if (keepCopy && piece.text) copy.push(new Blob([piece.text]));
    let headerLine = 0;
    if (!head) {
      const first = firstRows(piece);
      if (first.length === 0) continue;
      const named = nameColumns(first);
      const below = named.hasHeader ? first.slice(1) : first;
      head = { ...named, below, mapping: asked ?? guessMapping(named.columns, below) };
      if (named.hasHeader) headerLine = first[0]?.row ?? 0;
      check = createRowCheck(named.columns, head.mapping.phone, texts);
    }
    for (let i = 0; i < piece.rows.length; i++) {
      const line = piece.line(i);
      if (line > headerLine) check?.add(line, piece.rows[i] ?? []);
    }
    onProgress?.({ rows: check?.rows() ?? 0, fraction: piece.fraction });
  }
  if (!head || !check) throw new SheetError('empty');
  const { isRagged, ...result } = check.result();
  if (result.rows === 0) throw new SheetError('no-rows');

  const { columns, hasHeader, isRepeated, mapping, below } = head;
  const nameAt = mapping.name === null ? -1 : columns.indexOf(mapping.name);
  const warnings: [SheetWarning, boolean][] = [
    ['no-header', !hasHeader],
    ['converted', keepCopy && encoding !== 'windows-1252'],
    ['windows-1252', encoding === 'windows-1252'],
    ['legacy-font', isLegacyFont(below.map(({ cells }) => cells[nameAt] ?? ''))],
    ['repeated-column', isRepeated],
    ['ragged', isRagged],
  ];
  return {
    ...result,
    kind,
    encoding,
    columns,
    hasHeader,
    mapping,
    sample: below.slice(0, SAMPLE),
    warnings: warnings.filter(([, applies]) => applies).map(([warning]) => warning),
    upload: keepCopy ? new File(copy, file.name, { type: 'text/csv' }) : file,
  };
}

/**
 * Reads a CSV or XLSX file and checks every row of it: what the worker runs, plain enough for any thread.
 * Text that is not UTF-8 is read as Windows-1252. Throws a SheetError where the sheet cannot be used.
 */
export async function checkSheet(file: File, options: CheckOptions): Promise<SheetSummary> {
  if (file.size === 0) throw new SheetError('empty');
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { kind, encoding, hasMark } = sniff(head);
  const keepCopy = encoding !== 'utf-8' && !hasMark;
  try {
    return await pass(file, { kind, encoding, keepCopy }, options);
  } catch (error) {
    if (!(error instanceof NotThisEncoding)) throw error;
    if (encoding !== 'utf-8') throw new SheetError('not-a-sheet');
    return pass(file, { kind, encoding: 'windows-1252', keepCopy: true }, options);
  }
}
