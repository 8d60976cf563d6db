import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { product } from '#schema/product.ts';
import { serviceName } from '../services/platform/brand.ts';
import { documentFailures, failureStatuses, securityOf, sharedComponents } from './openapiAnswers.ts';
import { barePolicy } from './security.ts';

/**
 * The policy of /docs: swagger-ui creates HTML from text without Trusted Types, so it cannot have the console's policy. The
 * hash is that of its only style element.
 */
const POLICY = barePolicy(
  "script-src 'self'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "connect-src 'self'",
);

/**
 * OpenAPI 3.1 at /v1/openapi.json, pages at /docs; with `isClosed` both answer 404. Paths that are not in the catalogue
 * have the tag `ours`.
 */
export async function openapi(app: FastifyInstance, isClosed = false): Promise<void> {
  if (isClosed) return closeDocs(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: product.en, version: '1' },
      components: sharedComponents(),
    },
    // Who may call an operation is part of the document; clients and the test of all answers read it there.
    transform: (operation) => {
      const { schema, url } = jsonSchemaTransform(operation);
      const { route } = operation;
      const { access, idempotent, precondition } = route.config ?? {};
      const extensions = {
        ...(access && { 'x-access': access, security: securityOf(route.config ?? {}) }),
        ...(idempotent && { 'x-idempotent': true }),
        ...(precondition && { 'x-precondition': true }),
        'x-failures': failureStatuses(route),
      };
      return { schema: { ...schema, ...extensions }, url };
    },
    transformObject: (document) =>
      documentFailures('openapiObject' in document ? document.openapiObject : document.swaggerObject),
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    docs.addHook('preSerialization', async ({ url }, _, payload) =>
      /^\/(v1\/openapi\.json|docs\/json)/.test(url)
        ? titled(payload as Document, serviceName(await app.brand(), 'en'))
        : payload,
    );
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: POLICY, theme: { title: 'API' } });
    docs.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
}

interface Document {
  info: object;
}

/** The document with the service's name as its title. */
const titled = (document: Document, title: string): Document => ({
  ...document,
  info: { ...document.info, title },
});

/** The not-found answer for the closed addresses; otherwise they would get the console's page. */
function closeDocs(app: FastifyInstance): void {
  for (const url of ['/docs', '/docs/*', '/v1/openapi.json']) {
    const options = { config: { access: 'public' as const }, schema: { hide: true } };
    app.get(url, options, (_, reply) => reply.callNotFound());
  }
}
