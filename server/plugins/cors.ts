import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Seconds for which a browser may cache a preflight. */
const REMEMBERED = 600;

/** Response headers that browsers hide from other origins and that a console reads. */
const EXPOSED = ['Content-Disposition', 'Retry-After', 'Date'];

/**
 * Lets consoles at these origins call the API, with the cookies that it gave them. Without origins no other
 * origin is allowed, and an OPTIONS request is answered like any unknown one.
 */
export async function cors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
    exposedHeaders: EXPOSED,
    maxAge: REMEMBERED,
    // Only the API needs preflights, not the server's own pages.
    strictPreflight: true,
  });
}
