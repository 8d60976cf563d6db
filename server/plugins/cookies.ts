import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie's value as a request has it; undefined where it has none of that name. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pair = headers.cookie?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Has a browser keep a cookie, on https only for https. `attributes` such as `Path=/; HttpOnly`. */
export function putCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, attributes }: { name: string; value: string; attributes: string },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  void reply.header('set-cookie', `${name}=${value}; ${attributes}${secure}`);
}
