import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** The parsed body. */
  json: {
    type: string;
    timestamp: string;
    data: { id: string; type: string; data: Record<string, unknown> }[];
  };
}

/** A web server that receives customers' webhooks. */
export interface Receiver {
  url: string;
  /** The requests so far, oldest first. */
  received: Received[];
  /** Every event so far, including those received twice. */
  events(): Received['json']['data'];
  /** The answers to the next requests; 204 by default. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { headers: request.headers, body, json: JSON.parse(body) };
      received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    events: () => received.flatMap(({ json }) => json.data),
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return receiver;
}
