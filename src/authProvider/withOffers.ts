import { featuresOf } from '#schema/features.ts';
import { HttpError, http } from '../core/http.ts';
import { getUser, type User } from '../core/session.ts';

interface Document {
  paths?: Readonly<Record<string, object>>;
}

/**
 * The features whose operations are all in the server's OpenAPI document; none if there is no such document.
 * Undefined if that could not be found out.
 */
async function documentedOffers(): Promise<string[] | undefined> {
  try {
    // Without the token: a document that is not public counts as missing, and must not end the session.
    const { paths } = await http.json<Document>('/v1/openapi.json', { anonymous: true });
    const documented = new Set(
      Object.entries(paths ?? {}).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{uuid}')}`),
      ),
    );
    return featuresOf((operation) => documented.has(operation));
  } catch (error) {
    return error instanceof HttpError && error.status < 500 ? [] : undefined;
  }
}

/**
 * The profile with the features that the server's OpenAPI document shows. The document is requested once per
 * session.
 */
export async function withOffers(user: User): Promise<User> {
  const known = getUser();
  const offers = (known?.uuid === user.uuid && known.offers) || (await documentedOffers());
  return offers ? { ...user, offers, isDocumented: true } : user;
}
