import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Minimum bytes per second of a body after the grace period: the speed of the slowest telephone line. */
const SLOWEST = 4096;

/** Fastify's options for trusted proxies and connection timeouts. */
export const connections = ({ HEADERS_SECONDS, IDLE_SECONDS, TRUST_PROXY }: Config) => ({
  trustProxy: typeof TRUST_PROXY === 'number' ? (_: string, hop: number) => hop < TRUST_PROXY : TRUST_PROXY,
  connectionTimeout: IDLE_SECONDS * 1000,
  http: {
    headersTimeout: HEADERS_SECONDS * 1000,
    connectionsCheckingInterval: Math.min(HEADERS_SECONDS, 10) * 500,
  },
});

/** Whether a body of which so many bytes came in so many seconds is too slow after `grace` seconds. */
export const isTooSlow = (bytes: number, seconds: number, grace: number): boolean =>
  seconds > grace && bytes / seconds < SLOWEST;

/**
 * Closes a connection whose request body is slower than 4 kB a second after `grace` seconds. Otherwise a byte now and then
 * could keep it open forever. Large uploads at normal speed are not affected.
 */
export function slowBodies(app: FastifyInstance, grace: number): void {
  app.addHook('onRequest', async ({ raw, log }, reply) => {
    const { socket, headers } = raw;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    const start = performance.now();
    const before = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const seconds = (performance.now() - start) / 1000;
      if (!isTooSlow(socket.bytesRead - before, seconds, grace)) return;
      log.warn('a request was cut: its body came too slowly');
      socket.destroy();
    }, 1000);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

/**
 * When the app closes, closes each connection as soon as its requests are answered. Node only closes idle ones: not those
 * that browsers open in advance, and not those answered later, each of which would keep the process for over a minute.
 */
export function closingConnections(app: FastifyInstance): void {
  /** Number of running requests per connection. */
  const running = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number) => {
    const before = running.get(socket);
    // It has ended.
    if (before === undefined) return;
    const now = before + change;
    running.set(socket, now);
    if (isClosing && now === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
    count(socket, 0);
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of running.keys()) count(socket, 0);
  });
}
