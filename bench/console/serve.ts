import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.csv': 'text/csv',
};
const SMALL = 1024;

export interface Served {
  url: string;
  close(): Promise<void>;
}

interface Stored {
  body: Buffer;
  headers: Record<string, string>;
}

function stored(path: string, name: string): Stored {
  const raw = readFileSync(path);
  const type = TYPES[extname(path)];
  const isCompressed = type !== undefined && extname(path) !== '.woff2' && raw.length > SMALL;
  return {
    body: isCompressed ? brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) : raw,
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'cache-control': /^assets\//.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isCompressed && { 'content-encoding': 'br' }),
    },
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.endsWith('.map') && statSync(join(folder, name)).isFile(),
  );
}

/** Forwards a request and its response unchanged. */
function pass(api: string, from: IncomingMessage, to: ServerResponse): void {
  const { host, ...headers } = from.headers;
  const onward = request(api + from.url, { method: from.method, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  onward.on('error', () => to.destroy());
  from.pipe(onward);
}

/**
 * Serves a built single-page application well: precompressed with Brotli 11, cached forever, its page at all other
 * addresses. `api` is the server behind /v1.
 */
export async function serve(folder: string, api?: string): Promise<Served> {
  const files = new Map(
    filesIn(folder).map((name) => [`/${relative('.', name)}`, stored(join(folder, name), name)]),
  );
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', 'http://none').pathname;
    if (api && path.startsWith('/v1/')) return pass(api, asked, answer);
    const file = files.get(path) ?? files.get('/index.html');
    if (!file) return answer.writeHead(404).end();
    return answer.writeHead(200, file.headers).end(file.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
