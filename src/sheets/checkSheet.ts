import { guessMapping } from '#schema/sheets/columns.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { isLegacyFont } from './legacyFont.ts';
import { openFile, utf8Copy } from './openFile.ts';
import { createRowCheck } from './rowCheck.ts';
import type { Mapping, ReportTexts, SheetProgress, SheetSummary, SheetWarning } from './types.ts';

export interface CheckOptions {
  /** The columns that the user chose; guessed where absent. */
  mapping?: Mapping;
  /** What its rows shall become, where they are imported. */
  target?: SheetTarget;
  texts: ReportTexts;
  onProgress?(progress: SheetProgress): void;
}

const SAMPLE = 8;

/**
 * Reads a CSV or XLSX file and checks every row of it: what the worker runs, plain enough for any thread.
 */
export async function checkSheet(
  file: File,
  { mapping: asked, target, texts, onProgress }: CheckOptions,
): Promise<SheetSummary> {
  const sheet = await openFile(file);
  const { kind, encoding, isPortable, columns, hasHeader, top } = sheet;
  const mapping = asked ?? guessMapping(columns, top);
  const check = createRowCheck(columns, mapping, { target, texts });
  for await (const { rows, first, bytesRead } of sheet.pieces) {
    for (let i = 0; i < rows.length; i++) check.add(first + i, rows[i] as string[]);
    onProgress?.({ rows: check.rows(), fraction: bytesRead / file.size });
  }

  const nameAt = mapping.name === null ? -1 : columns.indexOf(mapping.name);
  const warnings: [SheetWarning, boolean][] = [
    ['no-header', !hasHeader],
    ['converted', !isPortable && encoding !== 'windows-1252'],
    ['windows-1252', encoding === 'windows-1252'],
    ['legacy-font', isLegacyFont(top.map(({ cells }) => cells[nameAt] ?? ''))],
    ['repeated-column', sheet.isRepeated],
  ];
  return {
    ...check.result(),
    kind,
    encoding,
    columns,
    hasHeader,
    mapping,
    sample: top.slice(0, SAMPLE),
    warnings: warnings.filter(([, applies]) => applies).map(([warning]) => warning),
    upload: isPortable ? file : await utf8Copy(file, encoding),
  };
}
