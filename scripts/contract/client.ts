import { one } from '#schema/entity.ts';
import { signedIn } from '#schema/user.ts';

/** Time limit for one answer, in milliseconds. */
const PATIENCE = 30_000;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
}

interface Sent {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The check could not run: the server cannot be reached, or does not sign this person in. */
export class NotChecked extends Error {}

export interface Client {
  /**
   * Sends one request and returns its answer, whatever the status. Throws NotChecked if there is no answer.
   */
  ask(method: string, path: string, sent?: Sent): Promise<Reply>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls an API as the console does: a token in the header, JSON or a form in the body. */
export function createClient(url: string): Client {
  const base = url.replace(/\/+$/, '');
  return {
    async ask(method, path, { token, body, headers = {} } = {}) {
      const isForm = body instanceof FormData;
      let response: Response;
      try {
        response = await fetch(base + path, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(PATIENCE),
          headers: {
            accept: 'application/json',
            ...(token && { authorization: `Token ${token}` }),
            ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        });
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } };
        throw new NotChecked(
          `${method} ${base}${path}: no answer (${cause?.code ?? (error as Error).name}).`,
        );
      }
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    },
  };
}

/** The token in a sign-in's answer, if there is one. */
export function tokenOf(json: unknown): string | undefined {
  const answer = signedIn.pick({ token: true });
  return one(answer).safeParse(json).data?.data.token ?? answer.safeParse(json).data?.token;
}
