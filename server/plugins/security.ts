import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/**
 * Security headers, a ceiling on requests for each address, and the XSRF cookie. `formOrigins`: where else a
 * page may send a form to, which is eSewa where it is configured.
 */
export async function security(
  app: FastifyInstance,
  { apiUrl, formOrigins = [] }: { apiUrl: string; formOrigins?: readonly string[] },
): Promise<void> {
  const self = ["'self'"];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: self,
        scriptSrc: self,
        // emotion writes style elements; it has no nonce in a page that is a static file.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: apiUrl ? ["'self'", new URL(apiUrl).origin] : self,
        // Documents that were fetched with the token are shown in frames.
        frameSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [...self, ...formOrigins],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
  await app.register(rateLimit, { global: false });

  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' || /(?:^|;\s*)XSRF-TOKEN=/.test(request.headers.cookie ?? '')) return;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `XSRF-TOKEN=${randomBytes(18).toString('base64url')}; Path=/; SameSite=Lax${secure}`,
    );
  });
}
