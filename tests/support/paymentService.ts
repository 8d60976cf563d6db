import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A payment service's behaviour: `hold` keeps callers waiting, `down` drops the connection, `busy` answers
 * 503.
 */
type Mode = 'up' | 'hold' | 'down' | 'busy';

export interface Call {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  response: ServerResponse;
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<"]/g, (sign) => names[sign] ?? sign);

/** A page with a button for each action of a customer there. */
export const page = (response: ServerResponse, title: string, buttons: Record<string, string>): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const forms = Object.entries(buttons).map(
    ([name, action]) => `<form method="post" action="${escaped(action)}"><button>${name}</button></form>`,
  );
  const icon = '<link rel="icon" href="data:,">';
  response.end(`<!doctype html><html lang="en"><head><title>${escaped(title)}</title>${icon}</head>
    <body><h1>${escaped(title)}</h1>${forms.join('')}</body></html>`);
};

export const redirect = (response: ServerResponse, to: string): void => {
  response.writeHead(302, { location: to }).end();
};

/** What every local payment service can do, besides its own functions. */
export interface PaymentService {
  /** http://localhost:port: another site than the console's 127.0.0.1. */
  base: string;
  /** Number of requests that the API received, whatever their result. */
  calls(): number;
  /** Number of requests that wait for `mode('up')`. */
  held(): number;
  mode(next: Mode): void;
  /** Answers the request that has waited longest: as always, or with this status. */
  answerOne(refusal?: number): void;
  close(): Promise<void>;
}

/** Starts a local HTTP server whose API (`isApi`) can be made slow or broken; its pages stay available. */
export async function startPaymentService(
  handle: (call: Call) => void,
  isApi: (url: URL) => boolean,
): Promise<PaymentService> {
  let mode: Mode = 'up';
  let calls = 0;
  let held: Call[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', headers } = request;
      const call = { method, url: new URL(request.url ?? '/', base), headers, body, response };
      if (!isApi(call.url)) return handle(call);
      calls++;
      if (mode === 'up') handle(call);
      else if (mode === 'hold') held.push(call);
      else if (mode === 'busy') json(response, 503, { detail: 'busy' });
      else response.destroy();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    base,
    calls: () => calls,
    held: () => held.filter(({ response }) => !response.destroyed).length,
    mode(next) {
      mode = next;
      if (next !== 'up') return;
      const waiting = held;
      held = [];
      for (const call of waiting) handle(call);
    },
    answerOne(refusal) {
      const call = held.shift();
      if (!call) throw new Error('no request is waiting');
      if (refusal) json(call.response, refusal, { detail: 'Request was throttled.' });
      else handle(call);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
