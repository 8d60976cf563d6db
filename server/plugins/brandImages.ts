import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import { brandImage } from '../services/files/brandImage.ts';

/** GET /brand/...: the provider's logos and icon, for everyone. An image's address changes with its content. */
export function brandImages(app: FastifyInstance, db: Db): void {
  app.get(
    '/brand/:name',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const found = await brandImage(db, request.url.replace(/\?.*/s, ''));
      if (!found) return reply.callNotFound();
      return reply
        .type(found.type)
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(found.content);
    },
  );
}
