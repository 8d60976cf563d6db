import { errorCodes } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import type { Module } from '../deps.ts';
import { createCallbacks } from '../services/sending/callbacks.ts';
import { jsonOf } from '../services/sending/http/values.ts';

const params = z.object({ uuid: z.uuid(), secret: z.string() });
const response = {
  200: one(
    z.object({
      /** Whether it was the final result of a message, or of one among several. */
      is_final: z.boolean(),
    }),
  ),
};
const schema = { tags: ['operator-callbacks', 'ours'], params, response };
// Only configured values are read, and without what cannot be stored (valueAt).
const config = { access: 'public', foreign: true } as const;

/**
 * The addresses at which operators with an HTTP API report results, in the query, as JSON or as a form. The secret at the end
 * is all that shows who calls.
 */
export const operatorCallback: Module = (app, { db, memory }) => {
  const record = createCallbacks(db, memory);
  return app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // Like our reading of their answers, so that an id is the same in both. The report may be in the query alone.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      const sent = String(body) === '' ? {} : jsonOf(String(body));
      if (sent === undefined) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
      else done(null, sent);
    });
    for (const method of ['GET', 'POST'] as const)
      scope.route({
        ...{ method, url: '/v1/operator-callbacks/:uuid/:secret/', config, schema },
        async handler({ params, query, body, url }) {
          const { uuid } = params as z.infer<typeof schema.params>;
          const [path = ''] = url.split('?');
          const sent = { ...(query as object), ...(body as object | null) };
          return { data: { is_final: await record({ uuid, path, sent }) } };
        },
      });
  });
};
