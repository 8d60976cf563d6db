import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { changePassword as changePasswordBody, credentials, signedIn } from '#schema/user.ts';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { changePassword, signIn, signOut } from '../services/sessions.ts';

const tags = ['account'];
const done = z.object({ detail: z.string() });

/** Signing in and out, and the caller's own password. */
export const auth: Module = (app, { db }) => {
  const doors = { '/v1/login/': 'customer', '/v1/login/admin/': 'staff' } as const;
  for (const [path, door] of Object.entries(doors)) {
    app.post(
      path,
      {
        config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
        schema: { tags, body: credentials, response: { 200: one(signedIn) } },
      },
      async (request) => ({ data: { token: await signIn(db, door, request.body, originOf(request)) } }),
    );
  }

  app.post(
    '/v1/autho/logout/',
    { config: { access: 'signed-in' }, schema: { tags: [...tags, 'ours'], response: { 200: done } } },
    async (request) => {
      await signOut(db, request.caller);
      return { detail: 'Signed out.' };
    },
  );

  app.post(
    '/v1/autho/user/change-password/',
    {
      config: { access: 'signed-in', rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { tags, body: changePasswordBody, response: { 200: done } },
    },
    async (request) => {
      await changePassword(db, request.caller, request.body);
      return { detail: 'Password changed successfully' };
    },
  );
};
