import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStorable } from '#schema/storable.ts';
import { Problem } from '../services/platform/problem.ts';

const SENTENCE = 'The text contains a character that cannot be stored, such as NUL. Nothing was changed.';
/** Fields that one answer names at most. */
const NAMED_MAX = 20;

/**
 * Refuses requests with a text that PostgreSQL cannot hold, wherever it is: path, query, headers, and the body at any
 * depth, names of fields too. 400 `invalid` with each field. Here once, because every statement, job and log entry that
 * gets such a text would else fail in its own way, and a list that is streamed in the middle of its answer.
 */
export function storableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { params, query, headers, body } = request;
    const fields = [
      ...malformed(request),
      ...[params, query, headers, body].flatMap((part) => unstorable(part)),
    ].slice(0, NAMED_MAX);
    if (fields.length > 0) throw refusal(fields);
  });
}

/** The refusal of texts in these fields. */
const refusal = (fields: readonly string[]): Problem =>
  new Problem('invalid', SENTENCE, {
    errors: Object.fromEntries(fields.map((field) => [readable(field), [SENTENCE]])),
  });

/** Throws `invalid` for a text that came by another way than a request's path, query, headers or JSON. */
export function requireStorable(field: string, text: string): void {
  if (!isStorable(text)) throw refusal([field]);
}

const readable = (field: string): string => field.replaceAll('\0', '').toWellFormed() || 'body';

/** Names of the query whose values are no UTF-8 once decoded, such as `%ED%A0%80`: half of a surrogate pair. */
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

/** Where a value holds such texts, as `recipients.numbers.0`. Without recursion: bodies may be nested very deep. */
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
