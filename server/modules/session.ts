import { z } from 'zod';
import { one, page } from '#schema/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#schema/outline.ts';
import { endedSessions, session as record } from '#schema/session.ts';
import type { Module } from '../deps.ts';
import { endOtherSessions, endSession, listSessions } from '../services/access/sessions.ts';

const tags = ['account', 'ours'];
const path = '/v1/autho/sessions/';
/** The caller's own sessions: also for users who must still set up a second factor, but not for API keys. */
const own = { access: 'signed-in', beforeSecondFactor: true } as const;
const query = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
});

/** Where the caller is signed in, and signing out there. */
export const session: Module = (app, { config, db }) => {
  app.get(
    path,
    { config: own, schema: { tags, querystring: query, response: { 200: page(record) } } },
    async (request) => {
      const { page: n, page_size: limit } = request.query;
      const offset = (n - 1) * limit;
      const { count, sessions } = await listSessions(db, request.caller, {
        ...{ offset, limit, idleMinutes: config.SESSION_IDLE_MINUTES },
      });
      const link = (to: number) => `${app.linkBase}${path}?page=${to}&page_size=${limit}`;
      return {
        count,
        next: offset + limit < count ? link(n + 1) : null,
        previous: n > 1 ? link(n - 1) : null,
        results: sessions,
      };
    },
  );

  app.delete(
    `${path}:uuid/`,
    { config: own, schema: { tags, params: z.object({ uuid: z.uuid() }), response: { 204: z.null() } } },
    async (request, reply) => {
      await endSession(db, request.caller, request.params.uuid);
      return reply.status(204).send(null);
    },
  );

  app.post(
    `${path}end-others/`,
    { config: own, schema: { tags, response: { 200: one(endedSessions) } } },
    async (request) => ({ data: { ended: await endOtherSessions(db, request.caller) } }),
  );
};
