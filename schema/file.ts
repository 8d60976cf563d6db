import { z } from 'zod';

/** Files with recipients and contacts. */
const sheetKinds = ['csv', 'xlsx'] as const;
/** Documents belong to a record: KYC, a payment's receipt, a sender identity. */
export const pictureKinds = ['jpeg', 'png'] as const;
export const documentKinds = ['pdf', ...pictureKinds] as const;

export type SheetKind = (typeof sheetKinds)[number];
export type DocumentKind = (typeof documentKinds)[number];

export const isSheet = (kind: string): kind is SheetKind => sheetKinds.some((sheet) => sheet === kind);
export const isDocument = (kind: string): kind is DocumentKind =>
  documentKinds.some((document) => document === kind);

/** The answer of POST /v1/core/upload/file/public/ under `data`. Records refer to the file by its uuid. */
export const uploadedFile = z.object({
  uuid: z.uuid(),
  name: z.string(),
  size: z.int(),
  kind: z.enum([...sheetKinds, ...documentKinds]),
  /** Header and first rows of the file, as the server reads them; empty for a document. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** The header row; 0 when the first row already has a number; null for a document. */
  header_row: z.int().nullable(),
  /** The visible sheets of a workbook, and the one that columns and sample were read from. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /**
   * Hidden rows of that sheet below its header, for example through a filter. They are read like others unless a request
   * has `hidden_rows: skip`. 0 for a CSV file; null for a document and for a sheet that is broken further down.
   */
  hidden_rows: z.int().nullable(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** The largest file that may be uploaded, in bytes. */
export const UPLOAD_MAX = 100 * 1024 * 1024;
/** The largest document, in bytes. */
export const DOCUMENT_MAX = 10 * 1024 * 1024;

/** To read a document, append its uuid and a slash to this path. */
export const FILES_PATH = '/v1/core/files/';
