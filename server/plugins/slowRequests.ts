import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Bytes a second that a body comes at, when its grace is over: what the slowest telephone line does. */
const SLOWEST = 4096;

/** Fastify's options of whom to believe where a request is from, and when to end a connection that says nothing. */
export const connections = ({ HEADERS_SECONDS, IDLE_SECONDS, TRUST_PROXY }: Config) => ({
  trustProxy: typeof TRUST_PROXY === 'number' ? (_: string, hop: number) => hop < TRUST_PROXY : TRUST_PROXY,
  connectionTimeout: IDLE_SECONDS * 1000,
  http: {
    headersTimeout: HEADERS_SECONDS * 1000,
    connectionsCheckingInterval: Math.min(HEADERS_SECONDS, 10) * 500,
  },
});

/**
 * Cuts a connection whose request body comes slower than 4 kB a second after `grace` seconds: held open by a byte
 * now and then, it would keep the server busy for ever. A large upload that goes on is no such body.
 */
export function slowBodies(app: FastifyInstance, grace: number): void {
  app.addHook('onRequest', async ({ raw, log }, reply) => {
    const { socket, headers } = raw;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    const start = performance.now();
    const before = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const seconds = (performance.now() - start) / 1000 - grace;
      if (seconds <= 0 || (socket.bytesRead - before) / (seconds + grace) >= SLOWEST) return;
      log.warn('a request was cut: its body came too slowly');
      socket.destroy();
    }, 1000);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Ends connections on which no request has come yet when the app closes. Browsers open some in advance, which Node does
 * not take for idle ones, nor looks at the age of once it closes: one of them would keep the process for minutes.
 */
export function silentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (isClosing) return void socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
  });
}
