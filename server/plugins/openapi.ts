import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { barePolicy } from './security.ts';

/**
 * What the page of /docs may do: swagger-ui makes HTML of text without Trusted Types, so that it cannot have the
 * console's policy. The hash is of the one style element that it brings.
 */
const POLICY = barePolicy(
  "script-src 'self'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "connect-src 'self'",
);

/** OpenAPI 3.1 at /v1/openapi.json, pages at /docs. Paths that the catalogue lacks carry the tag `ours`. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'bulk-sms-console', version: '1' },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token {token}`' },
        },
      },
      security: [{ token: [] }],
    },
    // Who may call an operation is part of the document: clients, and the test of every answer, read it there.
    transform: (operation) => {
      const { schema, url } = jsonSchemaTransform(operation);
      const { access } = operation.route.config ?? {};
      return { schema: { ...schema, ...(access && { 'x-access': access }) }, url };
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: POLICY });
    docs.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}
