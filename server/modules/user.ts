import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { endedSessions } from '#schema/session.ts';
import { user as entity, signedInAs, signInAs as signInAsBody, type User, userPut } from '#schema/users.ts';
import { crud } from '../crud/crud.ts';
import { invitationRoutes } from '../crud/invitationRoutes.ts';
import { changesOf } from '../crud/writeOnce.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { tokenForResponse } from '../plugins/sessionCookie.ts';
import { newAddressOf, requireAddressMail } from '../services/access/addressChange.ts';
import { validKeyCount } from '../services/access/keyRevocation.ts';
import { isActiveSession } from '../services/access/sessions.ts';
import { signInAs } from '../services/access/signInAs.ts';
import { sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { endSessionsOf, inviteUser, staffRules, updateUser } from '../services/people/users.ts';
import { accountName } from '../services/platform/names.ts';

const params = z.object({ uuid: z.uuid() });
const tags = [entity.name];
const ours = [...tags, 'ours'];

/** Users as the provider's administrators manage them, and signing in as a customer. */
export const user: Module = (app, deps) => {
  const { config, db, deliverMail } = deps;
  const { path } = entity;
  const write = { access: entity.write ?? entity.read };
  const { find, requireUnchanged } = crud(app, deps, entity, {
    table: 'users',
    own: ['create', 'update'],
    columns: {
      api_keys: validKeyCount(sql`t.uuid`),
      new_email: newAddressOf(sql`t.uuid`),
      account_name: accountName,
      two_factor: sql`EXISTS (SELECT FROM two_factor f WHERE f."user" = t.uuid AND f.confirmed_at IS NOT NULL)`,
      sessions: sql`(SELECT count(*) FROM token s
        WHERE s."user" = t.uuid AND ${isActiveSession(config.SESSION_IDLE_MINUTES, 's')} AND s.actor IS NULL)`,
    },
  });

  invitationRoutes<Parameters<typeof inviteUser>[2]>(app, deps, entity, {
    ...{ find, rules: staffRules, kind: 'invitation' },
    tags: { create: tags, ours },
    invite: (trx, caller, sent, mails) => inviteUser(trx, caller, sent, mails && 'invitation'),
  });

  app.put(
    `${path}:uuid/`,
    {
      config: { ...write, precondition: true },
      schema: { tags, params, body: userPut, response: { 200: one(entity.record) } },
    },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      const changes = changesOf(entity, body, await find(uuid, caller));
      const mails = await sendsMail(db, config);
      const rules = { ...staffRules, check: (trx: Db) => requireUnchanged(trx, request) };
      await db
        .transaction()
        .execute((trx) => updateUser(trx, caller, uuid, changes, () => requireAddressMail(mails), rules));
      void mailSoon(deliverMail, request.log);
      return { data: (await find(uuid, caller)) as User };
    },
  );

  app.post(
    `${path}:uuid/end-sessions/`,
    { config: write, schema: { tags: ours, params, response: { 200: one(endedSessions) } } },
    async (request) => {
      const { caller, params } = request;
      const ended = await db.transaction().execute((trx) => endSessionsOf(trx, caller, params.uuid));
      return { data: { ended } };
    },
  );

  app.post(
    `${path}:uuid/sign-in-as/`,
    {
      config: { access: ['sign-in-as', 'get'] as const, rateLimit: { max: 60, timeWindow: '10 minutes' } },
      schema: { tags: ours, params, body: signInAsBody, response: { 200: one(signedInAs) } },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const { token, ...rest } = await db
        .transaction()
        .execute((trx) => signInAs(trx, caller, params.uuid, body.reason, { ip: caller.ip }));
      return { data: { ...rest, token: tokenForResponse(config, request, reply, token, 'acting') } };
    },
  );
};
