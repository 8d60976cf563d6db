import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { changePassword as changePasswordBody, credentials, signedIn } from '#schema/user.ts';
import { siteOf } from '../config.ts';
import type { Module } from '../deps.ts';
import { keepDevice, originOf } from '../plugins/auth.ts';
import { listWithSession } from '../plugins/listAhead.ts';
import { clearSessionCookie, tokenForResponse } from '../plugins/sessionCookie.ts';
import { changePassword } from '../services/access/changePassword.ts';
import { callerOf, signIn, signOut } from '../services/access/sessions.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { profileOf } from '../services/people/profile.ts';
import { signIns } from '../services/platform/meters.ts';
import { Problem } from '../services/platform/problem.ts';

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
          const [user, also] = await Promise.all([
            caller && profileOf(db, caller, app.offers),
            listWithSession(app, request, token),
          ]);
          return { data: { token: tokenForResponse(config, request, reply, token), user, also } };
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
