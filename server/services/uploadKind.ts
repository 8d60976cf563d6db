import { open, readFile } from 'node:fs/promises';
import type { Files } from './files.ts';
import { Problem } from './problem.ts';
import { decodeText } from './sheetsText.ts';
import { refuseLargeXlsx } from './sheetsXlsx.ts';
import { zipEntries } from './zip.ts';

const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const PDF = Buffer.from('%PDF-');

const notSheet = () =>
  new Problem('unsupported_file', 'The file is neither an Excel workbook (.xlsx) nor a CSV text file.');

const startsWith = (head: Buffer, magic: Buffer): boolean => head.subarray(0, magic.length).equals(magic);

/** What a stored file is, by its content. Throws a Problem where it is no sheet that can be read. */
export async function kindOf(files: Files, path: string): Promise<'csv' | 'xlsx'> {
  const head = await headOf(files.local(path));
  if (startsWith(head, ZIP)) {
    await refuseLargeXlsx(files.local(path));
    if (isWorkbook(await readFile(files.local(path)))) return 'xlsx';
    throw notSheet();
  }
  if (startsWith(head, OLD_EXCEL)) {
    throw new Problem(
      'unsupported_file',
      'This is an old Excel file (.xls), or one that a password locks. Save it as .xlsx without a password, or as CSV UTF-8.',
    );
  }
  if (startsWith(head, PDF)) throw notSheet();
  for await (const _ of decodeText(files.read(path)));
  return 'csv';
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isWorkbook(zip: Buffer): boolean {
  try {
    const names = zipEntries(zip).map(({ name }) => name);
    return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'));
  } catch {
    return false;
  }
}
