import { guessMapping } from '#schema/sheets/columns.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { isLegacyFont } from './legacyFont.ts';
import { openFile, utf8Copy } from './openFile.ts';
import { createRowCheck } from './rowCheck.ts';
import type { Mapping, ReportTexts, SheetProgress, SheetSummary, SheetWarning } from './types.ts';

export interface CheckOptions {
  /** The columns chosen by the user; guessed if absent. */
  mapping?: Mapping | undefined;
  /** Sheet, header row and rows chosen by the user. */
  choice?: SheetChoice | undefined;
  /** The import target, if the rows are imported. */
  target?: SheetTarget | undefined;
  texts: ReportTexts;
  onProgress?(progress: SheetProgress): void;
}

const SAMPLE = 8;

/** Reads a CSV or XLSX file and checks every row. Runs in the worker, but works in any thread. */
export async function checkSheet(
  file: File,
  { mapping: chosenMapping, choice = {}, target, texts, onProgress }: CheckOptions,
): Promise<SheetSummary> {
  const sheet = await openFile(file, choice);
  const { kind, encoding, isPortable, columns, headerRow, head, top, workbook } = sheet;
  const mapping = chosenMapping ?? guessMapping(columns, top);
  const check = createRowCheck(columns, mapping, { target, texts });
  let hidden = 0;
  let faulty = 0;
  for await (const { rows, first, bytesRead, ...piece } of sheet.pieces) {
    hidden += piece.hidden?.length ?? 0;
    faulty += piece.faulty ?? 0;
    for (let i = 0; i < rows.length; i++) check.add(first + i, rows[i] as string[]);
    onProgress?.({ rows: check.rows(), fraction: bytesRead / file.size });
  }

  const nameAt = mapping.name === null ? -1 : columns.indexOf(mapping.name);
  const warnings: [SheetWarning, boolean][] = [
    ['no-header', headerRow === 0 && choice.header_row == null],
    ['converted', !isPortable && encoding !== 'windows-1252'],
    ['windows-1252', encoding === 'windows-1252'],
    ['legacy-font', isLegacyFont(top.map(({ cells }) => cells[nameAt] ?? ''))],
    ['repeated-column', sheet.isRepeated],
    ['faulty-cells', faulty > 0],
  ];
  return {
    ...check.result(),
    kind,
    encoding,
    columns,
    headerRow,
    head,
    sheets: workbook?.sheets ?? [],
    sheet: workbook?.sheet ?? null,
    hidden,
    skipsHidden: choice.hidden_rows === 'skip',
    faulty,
    mapping,
    sample: top.slice(0, SAMPLE),
    warnings: warnings.filter(([, applies]) => applies).map(([warning]) => warning),
    upload: isPortable ? file : await utf8Copy(file, encoding),
  };
}
