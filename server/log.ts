import type { FastifyRequest } from 'fastify';

/** What the log says of a request: Fastify's own line, without the link that a password can be changed by. */
export const requestLine = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: url.replace(/^(\/reset-password\/)[^/?]+/, '$1…'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
});
