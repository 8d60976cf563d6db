import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** How the server links files that are no scripts (server/plugins/console.ts). */
const KINDS: Record<string, string> = {
  '.css': 'preload; as=style',
  '.woff2': 'preload; as=font; type="font/woff2"',
};

/** A build as the reference server serves it: compressed, with links to what is needed early. */
export async function serveBuild(folder: string, api: string) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /(<script type="application\/json" id="config">)[^<]*/,
    '$1{"apiUrl":""}',
  );
  const early = JSON.parse(readFileSync(join(folder, '.vite/early.json'), 'utf8'));
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', 'http://none').pathname;
    if (path.startsWith('/v1/')) {
      const onward = request(api + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      asked.pipe(onward);
      return;
    }
    const file = join(folder, path);
    if (path.startsWith('/assets/') && existsSync(file)) {
      const packed = existsSync(`${file}.br`);
      answer.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        ...(packed && { 'content-encoding': 'br' }),
      });
      answer.end(readFileSync(packed ? `${file}.br` : file));
      return;
    }
    const files: string[] = (early.screens[path.replace(/^\/|\/$/g, '')] ?? early.anywhere).en;
    const link = files.map(
      (name) => `</${name}>; rel=${KINDS[extname(name)] ?? 'modulepreload'}; crossorigin`,
    );
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', link: link.join(', ') }).end(html);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
}
