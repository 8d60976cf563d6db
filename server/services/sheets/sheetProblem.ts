import { COLUMNS_MAX, ROW_MAX } from '#schema/sheets/limits.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { invalidField, Problem } from '../platform/problem.ts';

const SAVE_AS =
  'In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.';

const invalid = (detail: string) => new Problem('invalid', detail);
const unsupported = (detail: string) => new Problem('unsupported_file', detail);

/**
 * The Problem for a file that cannot be read. Any other error is returned unchanged. `field` is the request's object that
 * chooses sheet and header.
 */
export function sheetProblem(error: unknown, field = ''): unknown {
  if (!(error instanceof SheetError)) return error;
  const { code, row, columns, sheets = [] } = error;
  const chosen = (name: string, detail: string) =>
    field ? invalidField(`${field}.${name}`, detail) : invalid(detail);
  switch (code) {
    case 'no-sheet':
      return chosen('sheet', `The workbook does not contain this sheet. It has: ${sheets.join(', ')}.`);
    case 'no-header-row':
      return chosen(
        'header_row',
        `Row ${row} is empty or missing, so it cannot be the row with the column names.`,
      );
    case 'empty':
      return invalid('The file is empty.');
    case 'no-rows':
      return invalid('The file has column names but no rows below them.');
    case 'too-many-columns':
      if (columns === undefined)
        return invalid(`Row ${row} has more than ${COLUMNS_MAX} columns. Remove columns you do not need.`);
      return invalid(
        `The file has ${columns} columns. The maximum is ${COLUMNS_MAX}. Remove columns you do not need.`,
      );
    case 'row-too-long':
      return invalid(
        `Row ${row} is longer than ${ROW_MAX.toLocaleString('en')} characters. Shorten its cells and upload the file again.`,
      );
    case 'bad-character':
      return invalidField(
        field || 'file',
        `Row ${row} contains a character that cannot be stored, such as NUL. Remove it and upload the file again.`,
      );
    case 'unclosed-quote':
      return invalid(
        `A quotation mark (") in row ${row} is not closed. Correct it and upload the file again.`,
      );
    case 'too-large':
    case 'workbook-too-large':
      return invalid(
        'The Excel file is too large. Save it as "CSV UTF-8 (Comma delimited)" and upload that. A CSV file can be larger.',
      );
    case 'not-loaded':
    case 'unreadable':
      return unsupported(
        'The Excel file cannot be read. It may be damaged or protected by a password. Save it again as .xlsx or CSV UTF-8.',
      );
    case 'old-excel':
      return unsupported(
        'This is an old Excel file (.xls) or is protected by a password. Save it as .xlsx without a password, or as CSV UTF-8.',
      );
    case 'opendocument':
      return unsupported('This is an OpenDocument file (.ods). Save it as .xlsx or CSV UTF-8.');
    case 'markup':
      return unsupported(
        'This is an HTML, XML or RTF document, despite its name. Open it in a spreadsheet program and save it as .xlsx or CSV UTF-8.',
      );
    case 'other-format':
      return unsupported(
        'This is a file of another format, such as .xlsb or .vcf. Save it as .xlsx or CSV UTF-8.',
      );
    case 'not-utf8':
      return unsupported(`The file is damaged: only part of it is UTF-8 text. ${SAVE_AS}`);
    case 'not-a-workbook':
      return unsupported('The file is not an Excel workbook (.xlsx), CSV, PDF, JPEG or PNG.');
    case 'not-a-sheet':
      return unsupported(`The file is not a text file. ${SAVE_AS}`);
  }
}
