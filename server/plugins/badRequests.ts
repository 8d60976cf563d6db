import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#schema/entity.ts';

const unreadable: Record<string, string> = {
  FST_ERR_BAD_URL: 'This address cannot be read: a % needs two hexadecimal digits after it, as in %20.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of this address is too long.',
};

/**
 * Answers a request whose address no route can parse, in the format of all other errors. Fastify runs no hooks for these,
 * so the important headers are set here.
 */
export function badAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode = 400, code } = error;
  const body: Failure = {
    detail: unreadable[code] ?? 'This address cannot be read.',
    code: statusCode === 414 ? 'too_long' : 'bad_address',
    request_id: request.id,
  };
  // Not reply.send, which would look for a route's hooks.
  reply.hijack();
  reply.raw.writeHead(statusCode, HEADERS).end(JSON.stringify(body));
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const broken: Record<string, [status: string, code: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_long',
    'The address and headers are longer than 16 kB.',
  ],
};

/** Answers what Node cannot parse as a request, and closes the connection. */
export function brokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, detail] = broken[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad_request',
    'This is not an HTTP request.',
  ];
  if (socket.writable) {
    const body = JSON.stringify({ detail, code } satisfies Failure);
    const head = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(`HTTP/1.1 ${status}\r\n${head.join('')}${length}connection: close\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
