import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { hostOf, isPublic, PrivateAddress, publicLookup } from './addresses.ts';

/** How much of a response is read, in bytes. */
const READ_MAX = 64 * 1024;

/** What requests call themselves. The receivers know the provider by its own name, so the product's is not in it. */
export const USER_AGENT = 'SMS-Gateway/1.0';

export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** Status and body of a response; of a long body only the beginning. */
export interface Response {
  status: number;
  /** As in its content-type; empty if it names none. */
  charset: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** There was no response. */
export class RequestFailed extends Error {
  /** As in Node: ECONNREFUSED, ABORT_ERR, PRIVATE_ADDRESS and so on; empty if there is none. */
  readonly code: string;
  /** False: certainly nothing was sent. */
  readonly isWritten: boolean;
  /** On a connection that had served before, which may have been closed by the other side meanwhile. */
  readonly isStale: boolean;
  constructor(cause: unknown, { isWritten, isStale }: Pick<RequestFailed, 'isWritten' | 'isStale'>) {
    const { code = '', errors, message } = cause as { code?: string; errors?: Error[]; message: string };
    const [first] = errors ?? [];
    super((first?.message ?? message) || code, { cause });
    this.code = (first as { code?: string } | undefined)?.code ?? code;
    this.isWritten = isWritten;
    this.isStale = isStale;
  }
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, body = Buffer.alloc(0)): Response {
  const [, charset = ''] = /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return { status: statusCode, charset, headers, body };
}

/** Sends HTTP requests over its own connections. */
export interface Requester {
  /** Sends once. Rejects only with RequestFailed. */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<Response>;
  close(): void;
}

/**
 * Creates a requester. It follows no redirects and reads no more of a response than necessary. Unless `allowPrivate`, it
 * connects only to public addresses. `idle`: milliseconds that an unused connection is kept.
 */
export function createRequester({
  allowPrivate,
  connections,
  idle,
}: {
  allowPrivate: boolean;
  connections: number;
  idle: number;
}): Requester {
  const settings = { keepAlive: true, maxSockets: connections, maxFreeSockets: 8, timeout: idle };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };
  /** Node's `reusedSocket` leaves out the connections that it hands on to a request that waited for one. */
  const established = new WeakSet<Socket>();

  return {
    send({ method, url, headers, body }, signal) {
      const { protocol } = new URL(url);
      const isPlain = protocol === 'http:';
      const options: RequestOptions = {
        ...{ method, signal, headers },
        agent: isPlain ? agents['http:'] : agents['https:'],
        ...(!allowPrivate && { lookup: publicLookup }),
      };
      return new Promise((resolve, reject) => {
        let isConnected = false;
        let isKept = false;
        const fail = (error: unknown, isStale = false) =>
          reject(new RequestFailed(error, { isWritten: isConnected, isStale }));
        // IP addresses need no lookup.
        const host = hostOf(url);
        if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) return fail(new PrivateAddress(host));
        if (signal.aborted) return fail(signal.reason);
        const sent = (isPlain ? http : https).request(url, options, (answer) => {
          const chunks: Buffer[] = [];
          let read = 0;
          const done = () => resolve(responseOf(answer, Buffer.concat(chunks)));
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            read += chunk.length;
            if (read <= READ_MAX) return;
            done();
            sent.destroy();
          });
          answer.on('end', done);
          answer.on('error', (error) => fail(error));
        });
        // Node writes the request when the connection, and TLS on it, is established. One that is kept tells it only once.
        sent.on('socket', (socket) => {
          isKept = established.has(socket);
          isConnected = isKept;
          if (isKept) return;
          socket.once(isPlain ? 'connect' : 'secureConnect', () => {
            established.add(socket);
            isConnected = true;
          });
        });
        // An answer of 101, which nobody asked for. Without a listener Node closes the connection and says nothing.
        sent.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve(responseOf(answer));
        });
        sent.on('error', (error) => fail(error, isKept));
        sent.end(body);
      });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
