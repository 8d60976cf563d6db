import type { FastifyReply, FastifyRequest } from 'fastify';

/** The values of a request's cookies of this name. There are several if an application on a parent domain has set one, too. */
export function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string[] {
  const pairs = headers.cookie?.split(/;\s*/).filter((one) => one.startsWith(`${name}=`)) ?? [];
  return pairs.map((pair) => pair.slice(name.length + 1));
}

/** The value of a request's cookie; undefined if there is none of that name. */
export const cookieOf = (request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  cookiesOf(request, name)[0];

/** A cookie's value as scripts read it (js-cookie): without quotes, and decoded, if that can be done. */
export function decoded(value: string): string {
  try {
    return value.replace(/^"(.*)"$/, '$1').replace(/(?:%[\dA-F]{2})+/gi, decodeURIComponent);
  } catch {
    return value;
  }
}

/** Sets a cookie, marked as Secure on https. `attributes` such as `Path=/; HttpOnly`. */
export function putCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, attributes }: { name: string; value: string; attributes: string },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  void reply.header('set-cookie', `${name}=${value}; ${attributes}${secure}`);
}
