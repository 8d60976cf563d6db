import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';

type Value =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { boolValue: boolean };
type Attributes = { key: string; value: Value }[];

/** A span as OTLP has it in JSON, with its attributes by name. */
interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code: number };
  attributes: Record<string, unknown>;
  /** Attributes of the process. */
  resource: Record<string, unknown>;
}

/** An OpenTelemetry collector for OTLP/HTTP with JSON, which keeps what it gets. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** Headers of each request. */
  requests: IncomingHttpHeaders[];
  /** Statuses of its next answers, instead of 200. */
  answers: number[];
  close(): Promise<void>;
}

const named = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Throws at what is no OTLP, so that the sender gets no answer of success. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Pick<OtlpReceiver, 'spans' | 'requests' | 'answers'> = {
    spans: [],
    requests: [],
    answers: [],
  };
  const server = createServer(async (request, response) => {
    received.requests.push(request.headers);
    const status = received.answers.shift() ?? 200;
    const body = (await json(request)) as {
      resourceSpans: {
        resource: { attributes: Attributes };
        scopeSpans: {
          spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: Attributes })[];
        }[];
      }[];
    };
    const isRight = request.method === 'POST' && request.url === '/v1/traces';
    if (isRight && status === 200)
      for (const { resource, scopeSpans } of body.resourceSpans)
        for (const { spans } of scopeSpans)
          for (const { attributes, ...span } of spans)
            received.spans.push({
              ...span,
              attributes: named(attributes),
              resource: named(resource.attributes),
            });
    response.writeHead(isRight ? status : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return Object.assign(received, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
