import { featuresOf } from '#schema/features.ts';
import { HttpError, http } from '../core/http.ts';
import { getUser, type User } from '../core/session.ts';

interface Document {
  paths?: Readonly<Record<string, object>>;
}

/**
 * The features that the server's own document of its API has all operations of; none where it has no such document.
 * Undefined when that could not be found out.
 */
async function documentedOffers(): Promise<string[] | undefined> {
  try {
    // Without the token: a document that is not for everybody is none, and must not end the session.
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

/** The profile with what the server offers, by its own document of its API, which is asked for once a session. */
export async function withOffers(user: User): Promise<User> {
  const known = getUser();
  const offers = (known?.uuid === user.uuid && known.offers) || (await documentedOffers());
  return offers ? { ...user, offers, isDocumented: true } : user;
}
