import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStorable } from '#schema/storable.ts';
import { Problem } from '../services/platform/problem.ts';

const SENTENCE = 'The text contains a character that cannot be stored, such as NUL. Nothing was changed.';
/** Maximum number of fields named in one response. */
const NAMED_MAX = 20;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The console's page, the same at any address: stores and reads nothing of path and query. */
    page?: true;
    /** Called by foreign systems, which send no other text if this one is refused: the route itself cleans what it reads of it. */
    foreign?: true;
  }
}

/**
 * Refuses requests with text that PostgreSQL cannot store, anywhere: path, query, headers, and the body at any depth,
 * including field names. 400 `invalid` with each field. Done once here, because otherwise every statement, job and log
 * entry would fail in its own way, and a streamed list in the middle of its response. The console's page comes at any address:
 * people who follow a broken link need it, to go on.
 */
export function storableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { params, query, headers, body } = request;
    const fields: string[] = [];
    const { page, foreign } = request.routeOptions.config;
    if (!page && !foreign && request.raw.url?.includes('%')) fields.push(...malformed(request));
    for (const part of page ? [headers] : foreign ? [params, headers] : [params, query, headers, body])
      if (!isFlatAndStorable(part)) fields.push(...unstorable(part));
    done(fields.length > 0 ? refusal(fields.slice(0, NAMED_MAX)) : undefined);
  });
}

/** The refusal that names these fields. */
const refusal = (fields: readonly string[]): Problem =>
  new Problem('invalid', SENTENCE, {
    errors: Object.fromEntries(fields.map((field) => [readable(field), [SENTENCE]])),
  });

/** Throws `invalid` for a text from another source than a request's path, query, headers or JSON. */
export function requireStorable(field: string, text: string): void {
  if (!isStorable(text)) throw refusal([field]);
}

const readable = (field: string): string => field.replaceAll('\0', '').toWellFormed() || 'body';

/** Query parameters whose decoded values are not UTF-8, such as `%ED%A0%80`: half of a surrogate pair. */
function* malformed({ raw }: FastifyRequest): Generator<string, void, void> {
  const [, query = ''] = raw.url?.split(/\?(.*)/s) ?? [];
  for (const pair of query.split('&')) {
    if (!pair.includes('%')) continue;
    try {
      decodeURIComponent(pair);
    } catch {
      yield pair.split('=', 1)[0] || 'query';
    }
  }
}

/** What most requests consist of, found without remembering where anything is. */
function isFlatAndStorable(part: unknown): boolean {
  if (part === undefined || part === null) return true;
  if (typeof part !== 'object') return false;
  for (const [name, value] of Object.entries(part))
    if (typeof value !== 'string' || !isStorable(value) || !isStorable(name)) return false;
  return true;
}

/**
 * Where a value contains such texts, as `recipients.numbers.0`. Without recursion, because bodies may be nested very
 * deeply.
 */
function unstorable(value: unknown): string[] {
  const found: string[] = [];
  const waiting: [path: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next && found.length < NAMED_MAX; next = waiting.pop()) {
    const [path, part] = next;
    if (typeof part === 'string') {
      if (!isStorable(part)) found.push(path || 'body');
    } else if (part && typeof part === 'object') {
      for (const [name, inner] of Object.entries(part)) {
        const at = path ? `${path}.${name}` : name;
        if (!isStorable(name)) found.push(at);
        if (typeof inner === 'string' || typeof inner === 'object') waiting.push([at, inner]);
      }
    }
  }
  return found;
}
