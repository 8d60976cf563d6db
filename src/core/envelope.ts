import type { fetchUtils } from 'ra-core';
import { dataOf } from './dataOf.ts';
import { HttpError } from './http.ts';

/** Headers of requests that write. */
export interface WriteHeaders {
  /** The server does what has the same key once. */
  idempotencyKey?: string;
  /** The server changes only this version of the record: its `updated_at` in quotes. */
  ifMatch?: string;
}

/** Whether a server refused a change because the record is no longer the version that `ifMatch` names. */
export const isChanged = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === 'changed';

/**
 * What the data provider needs from `src/core/http.ts`: JSON in, the whole parsed body out, undefined for
 * 204.
 */
export interface RestClient {
  json<T>(
    path: string,
    options?: { method?: string; body?: unknown; signal?: AbortSignal } & WriteHeaders,
  ): Promise<T>;
}

/**
 * ra-data-simple-rest's httpClient on top of ours: adds the API's trailing slash and unwraps the record if it
 * is in `{"data": ...}`; a 204 has no record.
 */
export const restClient =
  (http: RestClient, headers: WriteHeaders = {}): typeof fetchUtils.fetchJson =>
  async (url, options = {}) => {
    const { method, body, signal } = options;
    const answer = await http.json<unknown>(`${String(url)}/`, {
      ...(method && { method }),
      ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
      ...(signal && { signal }),
      ...headers,
    });
    return {
      status: answer === undefined ? 204 : 200,
      headers: new Headers(),
      body: '',
      json: dataOf(answer),
    };
  };

interface Forbidden {
  status: 403;
  message: string;
  body: { errors?: object; code?: unknown };
}
/** The error of the whole form, for its `Forbidden`. */
const isForbidden = (error: unknown): error is Forbidden => {
  const { status, body } = error as Partial<Forbidden>;
  if (!(error instanceof Error) || status !== 403 || typeof body !== 'object') return false;
  return !body.errors && body.code !== 'proof_required';
};

interface WithErrors {
  body: { errors?: Record<string, unknown> };
}
const withErrors = (error: unknown): error is WithErrors =>
  typeof error === 'object' &&
  error !== null &&
  typeof (error as WithErrors).body === 'object' &&
  typeof (error as WithErrors).body?.errors === 'object';

const text = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(' ') : String(value));

/**
 * Turns the API's `{field: ["a", "b"]}` into the `{field: "a b"}` that react-admin's forms show, and a 403
 * into an error of the whole form, `{root: {forbidden: "detail"}}`.
 */
export async function asFormError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isForbidden(error)) error.body = { ...error.body, errors: { root: { forbidden: error.message } } };
    else if (withErrors(error) && error.body.errors) {
      const texts = Object.entries(error.body.errors).map(([name, value]) => [name, text(value)]);
      error.body = { ...error.body, errors: Object.fromEntries(texts) };
    }
    throw error;
  }
}
