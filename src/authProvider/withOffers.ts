import { featuresOf } from '#schema/features.ts';
import { HttpError, http } from '../core/http.ts';
import { getUser, type User } from '../core/session.ts';

interface Document {
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Their paths come before those of `paths`; the first one is used. */
  servers?: readonly { url?: string }[];
  /** The same in OpenAPI 2. */
  basePath?: string;
}

/** An operation of a document, as far as it matters here. */
interface Operation {
  parameters?: readonly { in?: string; name?: string }[];
}

/** Without the names of its parameters, which every API chooses itself. */
const unnamed = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** An operation of `schema/features.ts`, unnamed, from a path that may begin with the API's own, such as `/sms/v1`. */
function operationOf(method: string, base: string, path: string): string {
  const whole = unnamed(base.replace(/^\w+:\/\/[^/]*|\/$/g, '') + path);
  return `${method.toUpperCase()} ${whole.slice(Math.max(0, whole.indexOf('/v1/')))}`;
}

/**
 * The features whose operations are all in the server's OpenAPI document; none if there is no such document.
 * Undefined if that could not be found out.
 */
async function documentedOffers(): Promise<string[] | undefined> {
  try {
    // Without the token: a document that is not public counts as missing, and must not end the session.
    const document = await http.json<Document>('/v1/openapi.json', { anonymous: true });
    const base = document.servers?.[0]?.url ?? document.basePath ?? '';
    const documented = new Set(
      Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { parameters }]) => {
          const operation = operationOf(method, base, path);
          // With each header that it takes (schema/features.ts).
          const headers = Array.isArray(parameters) ? parameters.filter((one) => one.in === 'header') : [];
          return [operation, ...headers.map(({ name }) => `${operation} ${name}`)];
        }),
      ),
    );
    return featuresOf((operation) => documented.has(unnamed(operation)));
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
