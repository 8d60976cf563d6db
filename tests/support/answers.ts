import type { App } from '../../server/deps.ts';

/**
 * Records the answers of all an app's operations from now on. Returns the answers whose status the OpenAPI
 * document does not list for their operation, such as `POST /v1/sms/compose/ 409`.
 */
export function recordAnswers(app: App): () => string[] {
  const answered = new Set<string>();
  app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode }) => {
    if (url) answered.add(`${method} ${url} ${statusCode}`);
  });
  return () => {
    const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, { responses: object }>> };
    return [...answered].sort().filter((line) => {
      const [method = '', url = '', status = ''] = line.split(' ');
      const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      return operation !== undefined && !(status in operation.responses);
    });
  };
}
