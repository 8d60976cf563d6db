import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { DOCUMENT_MAX, type DocumentKind, type SheetKind } from '#schema/file.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { HEAD_BYTES, requireWorkbook, sheetKindOf, textEncodingOf } from '#schema/sheets/text.ts';
import { Problem } from '../platform/problem.ts';
import { sheetProblem } from '../sheets/sheetProblem.ts';
import { refuseLargeXlsx } from '../sheets/sheetsXlsx.ts';
import { zipEntries } from '../sheets/zip.ts';
import { checkDocument, tooLargeDocument } from './documentContent.ts';
import { inPdfTurn } from './refuseActivePdf.ts';

const DOCUMENTS: Partial<Record<string, DocumentKind>> = { pdf: 'pdf', jpg: 'jpeg', png: 'png' };
const PHONE_PICTURE = /^image\/(hei[cf]|avif)/;

/**
 * Detects a local file's kind by its content, regardless of its name. Throws a Problem with advice if it is neither a sheet
 * nor a usable document. Does not read a sheet's rows.
 */
export async function kindOf(path: string): Promise<SheetKind | DocumentKind> {
  const head = await headOf(path);
  const type = await fileTypeFromBuffer(head);
  const document = DOCUMENTS[type?.ext ?? ''];
  if (document) {
    if ((await stat(path)).size > DOCUMENT_MAX) throw tooLargeDocument();
    const check = async () => checkDocument(document, await readFile(path));
    await (document === 'pdf' ? inPdfTurn(check) : check());
    return document;
  }
  if (PHONE_PICTURE.test(type?.mime ?? '')) {
    throw new Problem(
      'unsupported_file',
      'This picture is in HEIC format, which not everybody can open. Save it as JPEG and upload that.',
    );
  }
  try {
    return await sheetKind(path, head);
  } catch (error) {
    // The first letters of a text may look like a picture, so only files that are not text are refused for it.
    if (!(error instanceof SheetError && type?.mime.startsWith('image/'))) throw sheetProblem(error);
    throw new Problem(
      'unsupported_file',
      'This kind of picture cannot be used. Save it as JPEG or PNG and upload that.',
    );
  }
}

async function sheetKind(path: string, head: Buffer): Promise<SheetKind> {
  if (sheetKindOf(head) === 'csv') {
    await textEncodingOf(() => createReadStream(path));
    return 'csv';
  }
  await refuseLargeXlsx(path);
  requireWorkbook(namesIn(await readFile(path)));
  return 'xlsx';
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The files in an archive. Throws a SheetError if it is damaged or protected. */
function namesIn(zip: Buffer): string[] {
  try {
    return zipEntries(zip).map(({ name }) => name);
  } catch {
    throw new SheetError('unreadable');
  }
}
