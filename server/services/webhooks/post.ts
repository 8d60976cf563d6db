import { createHmac } from 'node:crypto';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { WebhookAnswer } from '#schema/webhook.ts';
import { hostOf, isPublic, PrivateAddress, publicLookup } from './addresses.ts';

/** Timeout of a whole request, in milliseconds. */
export const TIMEOUT = 10_000;
/** How much of a response is read, and how much of that is stored, in bytes. */
const READ_MAX = 64 * 1024;
const KEPT_MAX = 1000;
const PREFIX = 'whsec_';

/** One request to a webhook. `id` is the same at every attempt. */
export interface Post {
  url: string;
  id: string;
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

/** A request failed on a connection that had served before. */
class StaleSocket extends Error {
  readonly code: string;
  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
  }
}

/** Why there was no answer, for people. */
function sentenceOf(error: unknown): string {
  const { code = '', errors } = error as { code?: string; errors?: unknown[] };
  if (errors?.[0]) return sentenceOf(errors[0]);
  if (/CERT|SIGNATURE|TLS|SSL|ALTNAME/.test(code)) return 'The server’s certificate is not valid.';
  return sentences[code] ?? 'The response could not be read.';
}

/**
 * Creates a poster. It follows no redirects, reads no more of a response than necessary, and times out after ten seconds.
 * Unless `allowPrivate`, it connects only to public addresses.
 */
export function createPoster({ allowPrivate }: { allowPrivate: boolean }): Poster {
  const settings = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: 30_000 };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };

  function request({ url, id, body, secrets }: Post, signal: AbortSignal): Promise<WebhookAnswer> {
    const started = performance.now();
    const seconds = Math.floor(Date.now() / 1000);
    const { protocol } = new URL(url);
    const host = hostOf(url);
    const options: RequestOptions = {
      method: 'POST',
      agent: protocol === 'http:' ? agents['http:'] : agents['https:'],
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'bulk-sms-console',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': secrets.map((secret) => sign(secret, id, seconds, body)).join(' '),
      },
      ...(!allowPrivate && { lookup: publicLookup }),
    };
    return new Promise((resolve, reject) => {
      // IP addresses need no lookup.
      if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) throw new PrivateAddress(host);
      const send = protocol === 'http:' ? http.request : https.request;
      const sent = send(url, options, (answer) => {
        const status = answer.statusCode ?? 0;
        const chunks: Buffer[] = [];
        let read = 0;
        const done = () =>
          resolve({
            ...{ ok: status >= 200 && status < 300, http_status: status },
            error: failureOf(status),
            duration: Math.round(performance.now() - started),
            answer: Buffer.concat(chunks).subarray(0, KEPT_MAX).toString('utf8').replaceAll('\0', ''),
          });
        answer.on('data', (chunk: Buffer) => {
          if (read < KEPT_MAX) chunks.push(chunk);
          read += chunk.length;
          if (read <= READ_MAX) return;
          done();
          sent.destroy();
        });
        answer.on('end', done);
        answer.on('error', reject);
      });
      // A kept-alive connection that the other side has closed says nothing about the address.
      sent.on('error', (error) => reject(sent.reusedSocket ? new StaleSocket(error) : error));
      sent.end(body);
    });
  }

  return {
    async post(asked, signal) {
      const started = performance.now();
      const timeout = AbortSignal.timeout(TIMEOUT);
      const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
      try {
        return await request(asked, end).catch((error: unknown) => {
          if (error instanceof StaleSocket && !end.aborted) return request(asked, end);
          throw error;
        });
      } catch (error) {
        if (signal?.aborted) return undefined;
        return {
          ...{ ok: false, http_status: null, answer: '' },
          error: timeout.aborted ? (sentences.TIMEOUT as string) : sentenceOf(error),
          duration: Math.round(performance.now() - started),
        };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The server responded with ${status}. Redirects are not followed.`;
  return `The server responded with ${status}. Only 200 to 299 counts as delivered.`;
}
