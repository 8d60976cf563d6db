import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Feature, featuresOf } from '#schema/features.ts';

/**
 * `app.offers`: the features whose operations are all routes of the app, with the headers that they need. Read it after all routes are
 * registered.
 */
export function offers(app: FastifyInstance): void {
  let found: readonly Feature[] | undefined;
  const conditional = new Set<string>();
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.precondition) conditional.add(`${method} ${url}`);
  });
  const hasOperation = (operation: string): boolean => {
    const [method, path = '', header] = operation.split(' ');
    if (header) return conditional.has(`${method} ${path.replace('{uuid}', ':uuid')}`);
    return app.hasRoute({ method: method as HTTPMethods, url: path.replace(/\{(\w+)\}/g, ':$1') });
  };
  app.decorate('offers', {
    getter() {
      found ??= featuresOf(hasOperation);
      return found;
    },
  });
}
