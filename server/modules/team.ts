import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { type Colleague, colleaguePut, colleague as entity } from '#schema/team.ts';
import { invitationLink as linkSchema, sentLink } from '#schema/users.ts';
import { crud } from '../crud/crud.ts';
import { changesOf } from '../crud/writeOnce.ts';
import type { Module } from '../deps.ts';
import { noPreparation, once } from '../plugins/idempotency.ts';
import { requireMail, sendsMail } from '../services/mail/mailServer.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { invitationLink } from '../services/people/invitationLink.ts';
import {
  colleagueRules,
  inviteColleague,
  takeBackInvitation,
  teamRole,
  updateColleague,
} from '../services/people/team.ts';
import { sendLink } from '../services/people/users.ts';

const params = z.object({ uuid: z.uuid() });
const tags = [entity.name, 'ours'];

/** The people of a customer's account, as its owners manage them. */
export const team: Module = (app, { config, db, deliverMail }) => {
  const { path } = entity;
  const write = { access: entity.write ?? entity.read };
  const { find } = crud(app, { db }, entity, {
    table: 'users',
    ours: true,
    own: ['create', 'update'],
    columns: { role: teamRole },
    // Staff manage their own users elsewhere.
    only: () => sql`t.role = 'customer'`,
  });
  const response = { 200: one(entity.record) };

  app.post(
    path,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const mails = await sendsMail(db, config);
      const data = await once(db, request, noPreparation, async (trx) => {
        const uuid = await inviteColleague(trx, caller, body as Colleague, mails);
        return (await find(uuid, caller, trx)) as Colleague;
      });
      void mailSoon(deliverMail, request.log);
      return reply.status(201).send({ data });
    },
  );

  app.put(
    `${path}:uuid/`,
    { config: write, schema: { tags, params, body: colleaguePut, response } },
    async ({ caller, params: { uuid }, body }) => {
      const changes = changesOf(entity, body, await find(uuid, caller)) as Partial<Colleague>;
      await db.transaction().execute((trx) => updateColleague(trx, caller, uuid, changes));
      return { data: (await find(uuid, caller)) as Colleague };
    },
  );

  app.post(
    `${path}:uuid/take-back/`,
    { config: write, schema: { tags, params, response: { 204: z.null() } } },
    async ({ caller, params: { uuid } }, reply) => {
      await db.transaction().execute((trx) => takeBackInvitation(trx, caller, uuid));
      return reply.status(204).send(null);
    },
  );

  app.post(
    `${path}:uuid/send-link/`,
    { config: write, schema: { tags, params, response: { 200: one(sentLink) } } },
    async (request) => {
      await requireMail(db, config);
      const { caller, params } = request;
      const kind = await db
        .transaction()
        .execute((trx) => sendLink(trx, caller, params.uuid, colleagueRules, 'team-invitation'));
      void mailSoon(deliverMail, request.log);
      return { data: { kind } };
    },
  );

  app.post(
    `${path}:uuid/invitation-link/`,
    { config: write, schema: { tags, params, response: { 200: one(linkSchema) } } },
    async ({ caller, params }, reply) => {
      const data = await db
        .transaction()
        .execute((trx) => invitationLink(trx, caller, params.uuid, colleagueRules));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
};
