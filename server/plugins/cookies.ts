import type { FastifyReply, FastifyRequest } from 'fastify';

/** The value of a request's cookie; undefined if there is none of that name. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pair = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
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
