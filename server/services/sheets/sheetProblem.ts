import { COLUMNS_MAX, ROW_MAX } from '#schema/sheets/limits.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { invalidField, Problem } from '../platform/problem.ts';

const SAVE_AS =
  'In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.';

const invalid = (detail: string) => new Problem('invalid', detail);
const unsupported = (detail: string) => new Problem('unsupported_file', detail);

/**
 * What to say of a sheet that cannot be read. Any other error is answered as it is. `field` is the request's object that
 * chooses sheet and header.
 */
export function sheetProblem(error: unknown, field = ''): unknown {
  if (!(error instanceof SheetError)) return error;
  const { code, row, columns, sheets = [] } = error;
  const chosen = (name: string, detail: string) =>
    field ? invalidField(`${field}.${name}`, detail) : invalid(detail);
  switch (code) {
    case 'no-sheet':
      return chosen('sheet', `The workbook has no such sheet. It has: ${sheets.join(', ')}.`);
    case 'no-header-row':
      return chosen('header_row', `Row ${row} is empty or not in the sheet, so it cannot name the columns.`);
    case 'empty':
      return invalid('The sheet is empty.');
    case 'no-rows':
      return invalid('The sheet has a header, but no row below it.');
    case 'too-many-columns':
      if (columns === undefined)
        return invalid(
          `Row ${row} has more than ${COLUMNS_MAX} columns, which cannot be read. Remove those that are not needed.`,
        );
      return invalid(
        `The sheet has ${columns} columns; at most ${COLUMNS_MAX} can be read. Remove those that are not needed.`,
      );
    case 'row-too-long':
      return invalid(
        `Row ${row} is longer than ${ROW_MAX.toLocaleString('en')} characters. Shorten its cells and upload the file again.`,
      );
    case 'bad-character':
      return invalidField(
        field || 'file',
        `Row ${row} has a cell with a character that cannot be stored, such as NUL. Remove it and upload the file again.`,
      );
    case 'unclosed-quote':
      return invalid(
        `A quote (") that opens in row ${row} is not closed as it should be. Correct it and upload the file again.`,
      );
    case 'too-large':
    case 'workbook-too-large':
      return invalid(
        'The Excel file is too large to be read. Save it as "CSV UTF-8 (Comma delimited)" and upload that: a CSV may be larger.',
      );
    case 'not-loaded':
    case 'unreadable':
      return unsupported(
        'The Excel file cannot be read; it may be damaged or locked by a password. Save it again as .xlsx or CSV UTF-8.',
      );
    case 'old-excel':
      return unsupported(
        'This is an old Excel file (.xls), or one that a password locks. Save it as .xlsx without a password, or as CSV UTF-8.',
      );
    case 'opendocument':
      return unsupported('This is an OpenDocument file (.ods). Save it as .xlsx or CSV UTF-8.');
    case 'markup':
      return unsupported(
        'This is an HTML, XML or RTF document, whatever its name says. Open it in a spreadsheet program and save it as .xlsx or CSV UTF-8.',
      );
    case 'not-utf8':
      return unsupported(`The file is damaged: only a part of it is UTF-8 text. ${SAVE_AS}`);
    case 'not-a-sheet':
      return unsupported(`The file is not a text file. ${SAVE_AS}`);
  }
}
