import { createHmac } from 'node:crypto';
import type { WebhookAnswer } from '#schema/webhook.ts';
import { createRequester, type OutgoingRequest, RequestFailed, USER_AGENT } from './request.ts';

/** Timeout of a whole request, in milliseconds. */
export const TIMEOUT = 10_000;
/** How much of a response is stored, in bytes. */
const KEPT_MAX = 1000;
const PREFIX = 'whsec_';

/** One request to a webhook. `id` is the same at every attempt. */
export interface Post {
  url: string;
  id: string;
  /** Of this attempt, by the database's clock: receivers refuse what was signed some minutes before or after their time. */
  at: Date;
  body: string;
  /** With two secrets, during a rotation, the request has the signature of each. */
  secrets: readonly string[];
}

/** Sends webhook requests over its own connections. */
export interface Poster {
  /** Never rejects: errors are in the answer. `signal` aborts, and the answer is then undefined. */
  post(request: Post, signal?: AbortSignal): Promise<WebhookAnswer | undefined>;
  close(): void;
}

/**
 * The signature of a request by the Standard Webhooks scheme: `v1,` and the base64 of HMAC-SHA256 over `{id}.{seconds since
 * 1970}.{body}`, keyed with the decoded secret.
 */
export function sign(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** A new random secret: `whsec_` and base64. */
export const newSecret = (random: Buffer): string => PREFIX + random.toString('base64');

const sentences: Record<string, string> = {
  ENOTFOUND: 'The host name was not found.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  PRIVATE_ADDRESS: 'The address is in a private network. Use a public address.',
  TIMEOUT: 'No response within 10 seconds.',
};

/** Why there was no answer, for people. */
function sentenceOf({ code }: RequestFailed): string {
  if (/CERT|SIGNATURE|TLS|SSL|ALTNAME/.test(code)) return 'The server’s certificate is not valid.';
  return sentences[code] ?? 'The response could not be read.';
}

/**
 * Creates a poster. It follows no redirects, reads no more of a response than necessary, and times out after ten seconds.
 * Unless `allowPrivate`, it connects only to public addresses.
 */
export function createPoster({ allowPrivate }: { allowPrivate: boolean }): Poster {
  const requester = createRequester({ allowPrivate, connections: 64, idle: 30_000 });
  const requestOf = ({ url, id, at, body, secrets }: Post): OutgoingRequest => {
    const seconds = Math.floor(at.getTime() / 1000);
    return {
      ...{ method: 'POST', url, body },
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': USER_AGENT,
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': secrets.map((secret) => sign(secret, id, seconds, body)).join(' '),
      },
    };
  };

  return {
    async post(request, signal) {
      const started = performance.now();
      const timeout = AbortSignal.timeout(TIMEOUT);
      const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
      const duration = () => Math.round(performance.now() - started);
      try {
        const { status, body } = await requester
          .send(requestOf(request), end)
          .catch((error: RequestFailed) => {
            // A kept-alive connection that the other side has closed says nothing about the address.
            if (error.isStale && !end.aborted) return requester.send(requestOf(request), end);
            throw error;
          });
        return {
          ...{ ok: status >= 200 && status < 300, http_status: status },
          ...{ error: failureOf(status), duration: duration() },
          answer: body.subarray(0, KEPT_MAX).toString('utf8').replaceAll('\0', ''),
        };
      } catch (error) {
        if (signal?.aborted) return undefined;
        if (!(error instanceof RequestFailed)) throw error;
        return {
          ...{ ok: false, http_status: null, answer: '' },
          error: timeout.aborted ? (sentences.TIMEOUT as string) : sentenceOf(error),
          duration: duration(),
        };
      }
    },
    close: requester.close,
  };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The server responded with ${status}. Redirects are not followed.`;
  return `The server responded with ${status}. Only 200 to 299 counts as delivered.`;
}
