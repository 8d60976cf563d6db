import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Handler = (seen: Seen, response: ServerResponse) => void;

/** A real server on a free port that a browser of any origin may call; `handle` says what it answers. */
export async function startJsonServer() {
  let handler: Handler = (_, response) => response.writeHead(404).end();
  const seen: Seen[] = [];
  let held: Promise<void> | undefined;
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    response.setHeader('Access-Control-Allow-Methods', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Content-Disposition, Retry-After');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      if (held) await held;
      handler({ method, url, headers, body }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    last: (): Seen => seen.at(-1) as Seen,
    handle(next: Handler): void {
      handler = next;
    },
    reply(status: number, body: unknown, headers: Record<string, string> = {}): void {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      handler = (_, response) => response.writeHead(status, headers).end(text);
    },
    /** Answers nothing until what this gives is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        // A connection that a page has opened and not used yet would hold it up for seconds.
        server.closeAllConnections();
      }),
  };
}

export type JsonServer = Awaited<ReturnType<typeof startJsonServer>>;

/** Tells the console in this document where the API is and what it offers, as a page would; null does not say it. */
export function pointTo(
  base: string,
  offers: readonly string[] | 'all' | null = 'all',
  more: object = {},
): void {
  document.getElementById('config')?.remove();
  const config = document.createElement('script');
  config.type = 'application/json';
  config.id = 'config';
  config.textContent = JSON.stringify({ apiUrl: base, ...(offers && { offers }), ...more });
  document.head.append(config);
}
