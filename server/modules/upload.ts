import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { one } from '#schema/entity.ts';
import {
  DOCUMENT_MAX,
  isDocument,
  type SheetKind,
  UPLOAD_MAX,
  type UploadedFile,
  uploadedFile,
} from '#schema/file.ts';
import { allows, type Pair } from '#schema/permissions.ts';
import type { App, Deps, Module } from '../deps.ts';
import { requireStorable } from '../plugins/storableTexts.ts';
import { tooLargeDocument } from '../services/files/documentContent.ts';
import { documentUploads } from '../services/files/documents.ts';
import { FILE_MODE } from '../services/files/privateFolder.ts';
import { kindOf } from '../services/files/uploadKind.ts';
import { forbidden, Problem } from '../services/platform/problem.ts';
import { requireRoom } from '../services/sending/unusedFiles.ts';
import { openLocalSheet, type Sheet } from '../services/sheets/sheets.ts';

/** Purposes of an uploaded sheet: contacts, the blacklist, and recipients. */
const sheetUploads: readonly Pair[] = [
  ['contact-list', 'post'],
  ['black-list', 'post'],
  ['bulk-sms', 'post'],
];

const SAMPLE_ROWS = 5;
const NAME_MAX = 200;
/** Multipart overhead on a file of the maximum size. */
const OVERHEAD = 64 * 1024;
/** How long the rest of a refused body is read and discarded before the connection is closed. */
const LINGER_MS = 10_000;

const tooLarge = () =>
  new Problem(
    'too_large',
    `The file is larger than ${UPLOAD_MAX / 1024 / 1024} MB and was not saved. Split it, or remove columns you do not need.`,
  );
const invalid = (detail: string) => new Problem('invalid', detail, { errors: { file: [detail] } });

/**
 * POST /v1/core/upload/file/public/: stores a sheet (CSV, XLSX) or a document (PDF, JPEG, PNG) and returns what it
 * contains. Documents are for users who submit records with documents, sheets for users who manage contacts or a blacklist,
 * or send.
 */
export const upload: Module = (app, deps) =>
  void app.register(async (plain) => {
    const scope = plain as unknown as App;
    // The handler refuses bodies that are not multipart with a proper error, without reading them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    await scope.register(multipart, {
      // The parser's own limit would read the discarded rest to its end.
      limits: { fileSize: Number.POSITIVE_INFINITY, files: 2, fields: 10, fieldSize: 1000, headerPairs: 50 },
    });
    scope.post(
      '/v1/core/upload/file/public/',
      {
        bodyLimit: Number.MAX_SAFE_INTEGER,
        config: {
          access: { anyOf: [...sheetUploads, ...documentUploads] },
          rateLimit: { max: 60, timeWindow: '1 minute' },
        },
        schema: {
          tags: ['files'],
          consumes: ['multipart/form-data'],
          response: { 201: one(uploadedFile) },
        },
      },
      async (request, reply) => {
        try {
          const data = await receive(deps, request);
          return reply.status(201).send({ data });
        } catch (error) {
          discardRest(request);
          throw error;
        }
      },
    );
  });

/** Lets a client that is still sending read the response; a connection that is closed at once may lose it. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(cut));
}

async function receive({ db, files, scan }: Deps, request: FastifyRequest): Promise<UploadedFile> {
  const { account, pairs, user } = request.caller;
  const hasPermission = (required: readonly Pair[]) => required.some((pair) => allows(pairs, pair));
  const canUploadSheets = hasPermission(sheetUploads);
  const most = canUploadSheets ? UPLOAD_MAX : DOCUMENT_MAX;
  const tooMuch = canUploadSheets ? tooLarge : tooLargeDocument;
  if (!request.isMultipart()) throw invalid('Send the file as multipart/form-data, in a field named "file".');
  if (Number(request.headers['content-length']) > most + OVERHEAD) throw tooMuch();
  await requireRoom(db, account, 0);

  const spooled = await files.spool();
  try {
    const { name, size } = await store(spooled.path, request, most, tooMuch);
    const kind = await kindOf(spooled.path);
    if (!hasPermission(isDocument(kind) ? documentUploads : sheetUploads)) throw forbidden();
    await scan?.(spooled.path);
    const found = isDocument(kind) ? NO_SHEET : await samplesOf(spooled.path, kind);
    const path = await files.keep(spooled.path, kind);
    try {
      const { rows } = await db.transaction().execute(async (trx) => {
        // Files of an account are added one after the other, so that their sum is exact.
        await sql`SELECT FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
        await requireRoom(trx, account, size);
        return sql<{ uuid: string }>`
          INSERT INTO file (account, "user", name, size, kind, path)
          VALUES (${account}, ${user}, ${name}, ${size}, ${kind}, ${path}) RETURNING uuid`.execute(trx);
      });
      return { uuid: rows[0]?.uuid as string, name, size, kind, ...found };
    } catch (error) {
      await files.remove(path);
      throw error;
    }
  } finally {
    await spooled.release();
  }
}

type Sample = Pick<UploadedFile, 'columns' | 'sample' | 'header_row' | 'sheets' | 'sheet' | 'hidden_rows'>;
const NO_SHEET: Sample = {
  columns: [],
  sample: [],
  header_row: null,
  sheets: [],
  sheet: null,
  hidden_rows: null,
};

async function samplesOf(path: string, kind: SheetKind): Promise<Sample> {
  const sheet = await openLocalSheet(path, kind);
  try {
    const batches = sheet.batches[Symbol.asyncIterator]();
    const { value: first } = await batches.next();
    const sample = (first?.rows.slice(0, SAMPLE_ROWS) ?? []).map(({ cells }: { cells: string[] }) => cells);
    const { columns, headerRow, sheets, sheet: name } = sheet;
    const hidden_rows = sheet.mayHide ? await hiddenRows(sheet, batches) : 0;
    return { columns, sample, header_row: headerRow, sheets: [...sheets], sheet: name, hidden_rows };
  } finally {
    await sheet.close();
  }
}

/**
 * Reads a workbook's sheet to its end to count hidden rows; null if it breaks on the way. This does not refuse the file,
 * because another of its sheets may be chosen.
 */
async function hiddenRows(sheet: Sheet, batches: AsyncIterator<unknown>): Promise<number | null> {
  try {
    while (!(await batches.next()).done);
    return sheet.hiddenRows();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Writes the request's file to a local path, and reads the request to its end. */
async function store(
  path: string,
  request: FastifyRequest,
  most: number,
  tooMuch: () => Problem,
): Promise<{ name: string; size: number }> {
  let stored: { name: string; size: number } | undefined;
  try {
    for await (const part of request.parts()) {
      requireStorable(part.fieldname.toWellFormed(), part.fieldname);
      if (part.type !== 'file') {
        requireStorable(part.fieldname, String(part.value));
        continue;
      }
      requireStorable('file', part.filename ?? '');
      if (part.fieldname !== 'file')
        throw invalid(`The file must be in the field "file", not "${part.fieldname}".`);
      if (stored) throw invalid('Send one file at a time.');
      stored = { name: nameOf(part), size: await writePart(path, part, most, tooMuch) };
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error);
  }
  if (!stored) throw invalid('There is no file in the field "file".');
  if (stored.size === 0) throw invalid('The file is empty.');
  return stored;
}

async function writePart(
  path: string,
  part: MultipartFile,
  most: number,
  tooMuch: () => Problem,
): Promise<number> {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(tooMuch());
      else done(null, chunk);
    },
  });
  await pipeline(part.file, counter, createWriteStream(path, { flags: 'wx', mode: FILE_MODE }));
  return size;
}

/** The name for display: without folders, which some clients send, and without characters that control or turn a text. */
const nameOf = ({ filename }: MultipartFile): string =>
  (filename ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .slice(-NAME_MAX) || 'file';

/** Errors of the multipart parser are the client's fault; all others are ours. */
function unreadable(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const isTheirs =
    code?.startsWith('FST_') || /multipart|boundary|part terminated|malformed/i.test(message ?? '');
  return isTheirs
    ? invalid('The upload was interrupted or is not valid multipart/form-data. Try again.')
    : error;
}
