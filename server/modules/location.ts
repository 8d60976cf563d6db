import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { district, LOCATIONS_PATH, municipality, province } from '#schema/location.ts';
import type { App, Module } from '../deps.ts';
import { districts, municipalities, provinces } from '../services/people/locations.ts';

const tags = ['locations'];
const config = { access: 'signed-in' } as const;
const id = z.coerce.number().int().optional();
/** They change with the constitution; an hour is enough for a new version of this server. */
const CACHE = 'private, max-age=3600';

/** Lets browsers cache what changes only with the server's version; a conditional request still gets 304. */
async function cached(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
  reply.header('cache-control', CACHE).header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!known?.includes(etag)) return payload;
  reply.status(304).removeHeader('content-type');
  return '';
}

/** Nepal's provinces, districts and local levels, for addresses. */
export const location: Module = (app) =>
  void app.register(async (plain) => {
    const scope = plain as unknown as App;
    scope.addHook('onSend', cached);

    scope.get(
      `${LOCATIONS_PATH}provinces/`,
      { config, schema: { tags, response: { 200: one(z.array(province)) } } },
      async () => ({ data: [...provinces] }),
    );

    scope.get(
      `${LOCATIONS_PATH}districts/`,
      {
        config,
        schema: {
          tags,
          querystring: z.strictObject({ province: id }),
          response: { 200: one(z.array(district)) },
        },
      },
      async ({ query: { province: of } }) => ({
        data: districts.filter((place) => of === undefined || place.province === of),
      }),
    );

    scope.get(
      `${LOCATIONS_PATH}municipalities/`,
      {
        config,
        schema: {
          tags,
          querystring: z.strictObject({ district: id }),
          response: { 200: one(z.array(municipality)) },
        },
      },
      async ({ query: { district: of } }) => ({
        data: municipalities.filter((place) => of === undefined || place.district === of),
      }),
    );
  });
