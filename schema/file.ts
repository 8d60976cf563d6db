import { z } from 'zod';

/** Sheets bring recipients and contacts. */
const sheetKinds = ['csv', 'xlsx'] as const;
/** Documents belong to a record: KYC, a payment's receipt, a sender identity. */
export const pictureKinds = ['jpeg', 'png'] as const;
export const documentKinds = ['pdf', ...pictureKinds] as const;

export type SheetKind = (typeof sheetKinds)[number];
export type DocumentKind = (typeof documentKinds)[number];

export const isSheet = (kind: string): kind is SheetKind => sheetKinds.some((sheet) => sheet === kind);
export const isDocument = (kind: string): kind is DocumentKind =>
  documentKinds.some((document) => document === kind);

/** What POST /v1/core/upload/file/public/ answers under `data`; records refer to the file by its uuid. */
export const uploadedFile = z.object({
  uuid: z.uuid(),
  name: z.string(),
  size: z.int(),
  kind: z.enum([...sheetKinds, ...documentKinds]),
  /** Header and first rows of a sheet, as the server reads them; empty for a document. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** The row that the columns were named by; 0 where the first has a number already, null of a document. */
  header_row: z.int().nullable(),
  /** A workbook's sheets that are not hidden, and the one that columns and sample are of. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /**
   * Rows of that sheet below its header that the workbook hides, by a filter for example; they are read like others unless
   * a request says `hidden_rows: skip`. 0 of a CSV file, null of a document and of a sheet that is broken further down.
   */
  hidden_rows: z.int().nullable(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** The largest file that may be uploaded, in bytes. */
export const UPLOAD_MAX = 100 * 1024 * 1024;
/** The largest document, in bytes. */
export const DOCUMENT_MAX = 10 * 1024 * 1024;

/** Where a document is read: to this path its uuid and a slash are added. */
export const FILES_PATH = '/v1/core/files/';
