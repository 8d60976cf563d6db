import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Feature, featuresOf } from '#schema/features.ts';

/**
 * `app.offers`: the features whose operations are all routes of the app. Read it after all routes are
 * registered.
 */
export function offers(app: FastifyInstance): void {
  let found: readonly Feature[] | undefined;
  const hasOperation = (operation: string): boolean => {
    const [method, path = ''] = operation.split(' ');
    return app.hasRoute({ method: method as HTTPMethods, url: path.replace(/\{(\w+)\}/g, ':$1') });
  };
  app.decorate('offers', {
    getter() {
      found ??= featuresOf(hasOperation);
      return found;
    },
  });
}
