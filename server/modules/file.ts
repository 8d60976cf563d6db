import { z } from 'zod';
import { type DocumentKind, FILES_PATH } from '#schema/file.ts';
import { disposition, sendHead } from '../crud/download.ts';
import type { Module } from '../deps.ts';
import { noteRead } from '../services/access/readTrail.ts';
import { documentReads, findDocument } from '../services/files/documents.ts';
import { FileGone } from '../services/files/files.ts';
import { notFound } from '../services/platform/problem.ts';

const types: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

/** GET /v1/core/files/{uuid}/: an uploaded document, for users who may read the record that it belongs to. */
export const file: Module = (app, { db, files }) => {
  app.get(
    `${FILES_PATH}:uuid/`,
    {
      config: { access: { anyOf: documentReads } },
      schema: {
        tags: ['files', 'ours'],
        params: z.object({ uuid: z.uuid() }),
        produces: Object.values(types),
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const { account, name, size, kind, path } = await findDocument(db, caller, params.uuid);
      // The name is the uploader's, so the extension is set from the content: nobody saves a different type.
      const safe = `${name.replace(/\.[^.]{1,8}$/, '')}.${kind === 'jpeg' ? 'jpg' : kind}`;
      const of = { entity: 'files', record: params.uuid, account, title: name };
      const headed = () =>
        reply
          .type(types[kind])
          .header('content-length', size)
          .header('content-disposition', disposition(safe, 'inline'))
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
          .header('cache-control', 'private, no-store');
      if (request.method === 'HEAD') return sendHead(headed());
      await noteRead(db, caller, { action: 'download', ...of, rows: 1 });
      const content = await files.read(path).catch((error: unknown) => {
        throw error instanceof FileGone ? notFound() : error;
      });
      return headed().send(content);
    },
  );
};
