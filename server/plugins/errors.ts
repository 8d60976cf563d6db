import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Failure } from '#schema/entity.ts';
import { own } from '#schema/own.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { fieldSentence } from '../services/platform/fieldSentence.ts';
import { Problem, type ProblemCode } from '../services/platform/problem.ts';
import { SAFE_METHODS } from './safeMethods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its handler may have changed something. */
    hasBegun: boolean;
  }
}

const statusOf: Record<ProblemCode, number> = {
  invalid: 400,
  wrong_credentials: 400,
  wrong_code: 400,
  wrong_passkey: 400,
  two_factor_required: 400,
  broken_link: 400,
  unauthenticated: 401,
  insufficient_balance: 402,
  forbidden: 403,
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  duplicate: 409,
  already_created: 409,
  in_flight: 409,
  price_changed: 409,
  no_operator: 409,
  changed: 412,
  too_large: 413,
  unsupported_file: 415,
  key_reused: 422,
  too_many_requests: 429,
  unavailable: 503,
};

const fastifyCodes: Record<string, { code: string; detail: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'not_json', detail: 'The body is not JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'not_json', detail: 'The body is empty; JSON was expected.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type', detail: 'The body must be JSON.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', detail: 'The body is too large.' },
};

/**
 * PostgreSQL's codes for text that it cannot store: NUL, and half of a surrogate pair. Requests with such text are refused
 * earlier (plugins/storableTexts.ts); this covers other sources.
 */
const UNSTORABLE = new Set(['22021', '22P05']);

/** Seconds after which to retry a request that could not reach the database; a failover takes a while. */
const RETRY_AFTER = 5;

/** The answer to a request that could not reach the database. If its handler had started, a commit may be pending. */
function unavailable({ method, hasBegun }: FastifyRequest): string {
  if (SAFE_METHODS.has(method)) return 'The server is currently not available. Try again in a few seconds.';
  if (!hasBegun)
    return 'The server is currently not available. Nothing was changed. Try again in a few seconds.';
  return 'The server stopped being available while it did this, so it may or may not be done. Check that before you try again.';
}

/** Every error is sent as `{detail, code, errors?, request_id}` with the right status, without internal details. */
export function errors(app: FastifyInstance): void {
  z.config({ localeError: fieldSentence });
  app.decorateRequest('hasBegun', false);
  app.addHook('preHandler', async (request) => {
    request.hasBegun = true;
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const send = (status: number, body: Failure & { data?: unknown }) =>
      reply.status(status).send({ ...body, request_id: request.id });

    if (error instanceof Problem) {
      const { code, message: detail, errors, data } = error;
      const wait =
        code === 'too_many_requests' && (data as { retry_after?: number } | undefined)?.retry_after;
      if (wait) reply.header('retry-after', wait);
      return send(statusOf[code], {
        detail,
        code,
        ...(errors && { errors }),
        ...(data !== undefined && { data }),
      });
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      return send(400, {
        detail: 'Some fields are not correct.',
        code: 'invalid',
        errors: fieldErrors(error.validation),
      });
    }
    if (UNSTORABLE.has(error.code)) {
      const detail = 'The text contains a character that cannot be stored, such as NUL. Nothing was changed.';
      return send(400, { detail, code: 'invalid' });
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error }, 'the database or another service cannot be reached');
      reply.header('retry-after', RETRY_AFTER);
      return send(503, { detail: unavailable(request), code: 'unavailable' });
    }
    const known = fastifyCodes[error.code];
    if (known) return send(error.statusCode ?? 400, known);
    if (error.statusCode === 429) {
      const seconds = Number(reply.getHeader('retry-after')) || 60;
      const detail = `Too many requests. Try again in ${seconds} seconds.`;
      return send(429, { detail, code: 'too_many_requests' });
    }
    if (error.statusCode && error.statusCode < 500)
      return send(error.statusCode, { detail: error.message, code: 'bad_request' });
    request.log.error({ err: error }, 'request failed');
    const detail =
      'Something went wrong on the server. Nothing was changed. Try again, or contact support with the request ID.';
    return send(500, { detail, code: 'internal' });
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send({ detail: 'Nothing was found at this address.', code: 'not_found', request_id: request.id }),
  );
}

interface Issue {
  instancePath: string;
  keyword: string;
  message?: string;
  params: { keys?: readonly string[] };
}

function fieldErrors(issues: readonly Issue[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const add = (field: string, message: string) => {
    found[field] = [...(own(found, field) ?? []), message];
  };
  for (const { instancePath, keyword, message, params } of issues) {
    const field = instancePath.slice(1).replaceAll('/', '.');
    if (keyword === 'unrecognized_keys') {
      for (const key of params.keys ?? []) add(field ? `${field}.${key}` : key, 'This field does not exist.');
    } else add(field || 'body', message ?? 'This value cannot be used');
  }
  return found;
}
