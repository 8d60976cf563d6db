import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** How long a browser remembers what it may ask, in seconds. */
const REMEMBERED = 600;

/** What browsers hide of an answer from another origin, and a console reads. */
const EXPOSED = ['Content-Disposition', 'Retry-After'];

/**
 * Lets consoles of these origins call the API, with the cookies that it gave them. No origin: nobody is let in, and an
 * OPTIONS request is answered as any other unknown one.
 */
export async function cors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: EXPOSED,
    maxAge: REMEMBERED,
    // A preflight is for the API; of a page of this server there is nothing to ask.
    strictPreflight: true,
  });
}
