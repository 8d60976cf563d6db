import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The headers of the sample in docs/console-alone.md, with the API's origin in the policy if it differs. */
function sampleHeaders(apiUrl: string): [string, string][] {
  const guide = readFileSync(join(ROOT, 'docs/console-alone.md'), 'utf8');
  const headers = [...guide.matchAll(/^add_header (\S+) "(.*)" always;$/gm)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  if (headers.length === 0) throw new Error('docs/console-alone.md has no headers.');
  return headers.map(([name, value]) => [
    name,
    apiUrl ? value.replace("connect-src 'self'", `connect-src 'self' ${apiUrl}`) : value,
  ]);
}

export interface HostedConsole {
  /** http://127.0.0.1:port */
  url: string;
  /** Sets its config.json, and the target of its `/v1/` if it has one. */
  serve(config: { apiUrl: string } & Record<string, unknown>, api?: string): void;
  close(): Promise<void>;
}

/** The built console on a web server other than the reference server, as docs/console-alone.md describes. */
export async function hostConsole(): Promise<HostedConsole> {
  let config: { apiUrl: string } = { apiUrl: '' };
  let proxied: string | undefined;
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://host');
    if (pathname.startsWith('/v1/')) {
      if (!proxied) return answer.writeHead(404).end();
      const { method, headers } = asked;
      const onward = request(proxied + asked.url, { method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
      return;
    }
    for (const [name, value] of sampleHeaders(config.apiUrl)) answer.setHeader(name, value);
    if (pathname === '/config.json') {
      answer.setHeader('content-type', TYPES['.json'] as string);
      return answer.end(JSON.stringify(config));
    }
    const own = join(DIST, pathname);
    const file = existsSync(own) && statSync(own).isFile() ? own : join(DIST, 'index.html');
    answer.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    answer.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(next, api) {
      config = next;
      proxied = api;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
