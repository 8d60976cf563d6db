import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { changePassword as changePasswordBody, credentials, signedIn } from '#schema/user.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import { keepDevice, originOf } from '../plugins/auth.ts';
import { encoded } from '../plugins/encodings.ts';
import { listWithSession } from '../plugins/listAhead.ts';
import { clearSessionCookie, tokenForResponse } from '../plugins/sessionCookie.ts';
import { changePassword } from '../services/access/changePassword.ts';
import { callerOf, signIn, signOut } from '../services/access/sessions.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { profileOf } from '../services/people/profile.ts';
import { signIns } from '../services/platform/meters.ts';
import { Problem } from '../services/platform/problem.ts';

/** Characters of an answer that is worth compressing. */
const LARGE = 10_000;

const tags = ['account'];
const done = z.object({ detail: z.string() });

/** Signing in and out, and changing one's own password. */
export const auth: Module = (app, { config, db, deliverMail }) => {
  const doors = { '/v1/login/': 'customer', '/v1/login/admin/': 'staff' } as const;
  for (const [path, door] of Object.entries(doors)) {
    app.post(
      path,
      {
        config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
        schema: { tags, body: credentials, response: { 200: one(signedIn) } },
        // Compressed, 60 kB with a drawn list become 7. Each answer has a new token, so its length tells nothing of it.
        onSend: async (request, reply, payload) => {
          if (typeof payload !== 'string' || payload.length < LARGE) return payload;
          const { encoding, body } = await encoded(payload, request.headers['accept-encoding']);
          if (encoding) reply.header('content-encoding', encoding);
          return body;
        },
      },
      async (request, reply) => {
        try {
          const from = originOf(request);
          const device = from.device ?? randomBytes(32).toString('base64url');
          const token = await signIn(db, door, request.body, siteOf(config), { ...from, device });
          keepDevice(request, reply, device);
          void mailSoon(deliverMail, request.log);
          signIns.inc({ door, outcome: 'signed_in' });
          const caller = await callerOf(db, token);
          const [user, list] = await Promise.all([
            caller && profileOf(db, caller, app.offers),
            listWithSession(app, request, token),
          ]);
          const drawn = user && list && (await app.drawList?.(request, user, list));
          const session = { token: tokenForResponse(config, request, reply, token), user };
          return { data: { ...session, also: list?.page, drawn } };
        } catch (error) {
          signIns.inc({ door, outcome: error instanceof Problem ? error.code : 'failed' });
          throw error;
        }
      },
    );
  }

  app.post(
    '/v1/autho/logout/',
    {
      config: { access: 'signed-in', endsActing: true, beforeSecondFactor: true },
      schema: { tags: [...tags, 'ours'], response: { 200: done } },
    },
    async (request, reply) => {
      await signOut(db, request.caller);
      clearSessionCookie(request, reply);
      return { detail: 'Signed out.' };
    },
  );

  app.post(
    '/v1/autho/user/change-password/',
    {
      config: {
        access: 'signed-in',
        beforeSecondFactor: true,
        rateLimit: { max: 20, timeWindow: '1 minute' },
      },
      schema: { tags, body: changePasswordBody, response: { 200: done } },
    },
    async (request) => {
      await changePassword(db, request.caller, request.body);
      void mailSoon(deliverMail, request.log);
      return { detail: 'Password changed successfully' };
    },
  );
};
