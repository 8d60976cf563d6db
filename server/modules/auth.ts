import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  changePassword as changePasswordBody,
  credentials,
  type Profile,
  profile,
  signedIn,
} from '#schema/user.ts';
import type { Module } from '../deps.ts';
import { notFound } from '../services/problem.ts';
import { changePassword, signIn, signOut } from '../services/sessions.ts';

const tags = ['account'];
const done = z.object({ detail: z.string() });

/** Signing in and out, the caller's own profile, and their password. */
export const auth: Module = (app, { db }) => {
  const doors = { '/v1/login/': 'customer', '/v1/login/admin/': 'staff' } as const;
  for (const [path, door] of Object.entries(doors)) {
    app.post(
      path,
      {
        config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' } },
        schema: { tags, body: credentials, response: { 200: one(signedIn) } },
      },
      async (request) => ({ data: { token: await signIn(db, door, request.body) } }),
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

  app.get(
    '/v1/autho/user/profile/',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: one(profile) } } },
    async (request) => {
      const { caller } = request;
      const { rows } = await sql<Omit<Profile, 'ui_permissions'>>`
        SELECT u.uuid, u.name, u.email, u.phone, u.role,
          json_build_object('uuid', a.uuid, 'name', a.name) AS account,
          json_build_object('balance', a.balance) AS wallet
        FROM users u JOIN account a ON a.uuid = u.account WHERE u.uuid = ${caller.user}`.execute(db);
      if (!rows[0]) throw notFound();
      return { data: { ...rows[0], ui_permissions: caller.pairs as Profile['ui_permissions'] } };
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
