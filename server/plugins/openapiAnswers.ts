import type { FastifyContextConfig } from 'fastify';
import { z } from 'zod';
import { failure } from '#schema/entity.ts';
import { SAFE_METHODS } from './safeMethods.ts';

/** The failures of an operation, explained for readers of the document. */
const failures = {
  400: 'The request cannot be understood, or a field is not right (`errors` names it).',
  401: 'The session or API key is missing, unknown, expired or revoked.',
  402: 'The balance is too low. Nothing was charged.',
  403: 'The caller lacks the permission, or may not do this to this record.',
  404: 'There is no such record that the caller may see.',
  409: 'The record is in another state than the request needs, or there is one like it already.',
  412: 'The record was changed since the version that `If-Match` names. Nothing was changed; `data` is the record as it is now.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not taken.',
  422: 'The `Idempotency-Key` was used for another request. Nothing was done.',
  429: 'Too many requests. `Retry-After` says in how many seconds to try again.',
  500: 'The server failed. Nothing was changed.',
  503: 'The server, or a service that it needs, is not available now. `Retry-After` says after how many seconds to try again, where that is known; `detail` says whether something may have been changed.',
} as const;
type FailureStatus = keyof typeof failures;

/** What a route's declaration says about its failures. */
export interface Declared {
  method: string | readonly string[];
  url: string;
  schema?: { querystring?: unknown; params?: unknown } | undefined;
  config?: FastifyContextConfig | undefined;
}

/** The statuses that a route can fail with, derived from its declaration. */
export function failureStatuses({ method, url, schema, config = {} }: Declared): FailureStatus[] {
  const { access, keys, rateLimit, idempotent, precondition } = config;
  const writes = [method].flat().some((one) => !SAFE_METHODS.has(one));
  const isPublic = access === 'public';
  const forKeys = !isPublic && (keys || takesPair(access));
  const can: Record<FailureStatus, unknown> = {
    400: writes || schema?.querystring || schema?.params,
    401: !isPublic,
    402: idempotent === true,
    403: !isPublic,
    // A body may refer to a record, too.
    404: writes || url.includes(':'),
    // A record's report, for example, may not exist yet.
    409: writes || /:\w+\/\w/.test(url),
    412: precondition,
    413: writes,
    415: writes,
    422: idempotent,
    // Wrong passwords and codes in a session also cause a wait.
    429: rateLimit || forKeys || (!isPublic && writes),
    500: true,
    503: true,
  };
  return (Object.keys(can).map(Number) as FailureStatus[]).filter((status) => can[status]);
}

/** Whether a route needs a pair, so that API keys can call it. */
const takesPair = (access: FastifyContextConfig['access']): boolean => typeof access === 'object';

/** Who may call a route, as OpenAPI's `security`: everybody, a session, or a session or an API key. */
export function securityOf({ access, keys }: FastifyContextConfig): Record<string, never[]>[] {
  if (access === 'public') return [];
  return keys || takesPair(access) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];
}

const header = (description: string) =>
  ({ type: 'apiKey', in: 'header', name: 'Authorization', description }) as const;

/** The shared parts of the document: the error schema, an answer for each status, and the ways to sign in. */
export function sharedComponents() {
  // Some contain the current result of the request, such as the plan with its new price.
  const { $schema: _, ...schema } = z.toJSONSchema(failure.extend({ data: z.unknown().optional() }));
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  return {
    schemas: { Failure: schema as { required?: string[] } },
    responses: Object.fromEntries(
      Object.entries(failures).map(([status, description]) => [`Failure${status}`, answer(description)]),
    ),
    securitySchemes: {
      session: header('`Token {token}` with the token of a session, which signing in answers.'),
      apiKey: header('`Token {key}` with an API key (`bsk_...`), within what the key may do.'),
    },
  };
}

/** The header that makes spending, sending or creating idempotent. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body is done once and answered alike for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

/** The header that refuses a change of a record that somebody else changed meanwhile. */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `updated_at` of the record that was changed, in double quotes. If it is not the record’s any more, nothing is changed (412).',
  schema: { type: 'string', examples: ['"2026-07-31T06:15:00.120Z"'] },
} as const;

/** An operation of the document, as far as it is completed here. */
interface Operation {
  responses?: Record<string, unknown>;
  parameters?: unknown[];
  'x-failures'?: readonly FailureStatus[];
  'x-idempotent'?: true;
  'x-precondition'?: true;
}

/** Adds the possible failures to each operation of a document; `x-failures`, `x-idempotent` and `x-precondition` are removed. */
export function documentFailures<T extends { paths?: object | undefined }>(document: T): T {
  for (const operations of Object.values(document.paths ?? {}) as Record<string, Operation>[]) {
    for (const operation of Object.values(operations)) {
      const {
        'x-failures': statuses,
        'x-idempotent': isIdempotent,
        'x-precondition': isConditional,
      } = operation;
      if (!statuses) continue;
      delete operation['x-failures'];
      delete operation['x-idempotent'];
      delete operation['x-precondition'];
      operation.responses = {
        ...operation.responses,
        ...Object.fromEntries(
          statuses
            // The route's own description of a status is more specific.
            .filter((status) => operation.responses?.[status] === undefined)
            .map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
        ),
      };
      const headers = [...(isIdempotent ? [IDEMPOTENCY_KEY] : []), ...(isConditional ? [IF_MATCH] : [])];
      if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers];
    }
  }
  return document;
}
