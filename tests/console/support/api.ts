import { startJsonServer } from './jsonServer.ts';

export interface Asked {
  method: string;
  /** Path and query, exactly as they came. */
  url: string;
  body: unknown;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds until it is sent. */
  delay?: number;
}

/** A real HTTP server that records what it is asked, parsed, and answers as the test says. */
export async function startApi(answer: (asked: Asked) => Answer) {
  const server = await startJsonServer();
  const asked: Asked[] = [];
  server.handle(({ method, url, body: text }, response) => {
    const one = { method, url, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    asked.push(one);
    const { status = 200, body, headers, delay = 0 } = answer(one);
    setTimeout(() => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }, delay);
  });
  return {
    base: server.base,
    asked,
    seen: server.seen,
    hold: server.hold,
    urls: () => asked.map(({ method, url }) => `${method} ${decodeURIComponent(url)}`),
    close: () => server.stop(),
  };
}
