import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { type Colleague, colleaguePut, colleague as entity } from '#schema/team.ts';
import { crud } from '../crud/crud.ts';
import { invitationRoutes } from '../crud/invitationRoutes.ts';
import { changesOf } from '../crud/writeOnce.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import {
  colleagueRules,
  inviteColleague,
  takeInvitationTry,
  teamRole,
  updateColleague,
  withdrawInvitation,
} from '../services/people/team.ts';

const params = z.object({ uuid: z.uuid() });
const tags = [entity.name, 'ours'];

/** The people of a customer's account, as its owners manage them. */
export const team: Module = (app, deps) => {
  const { db } = deps;
  const { path } = entity;
  const write = { access: entity.write ?? entity.read };
  const { find, requireUnchanged } = crud(app, deps, entity, {
    table: 'users',
    ours: true,
    own: ['create', 'update'],
    columns: { role: teamRole },
    // Staff manage their own users elsewhere.
    only: () => sql`t.role = 'customer'`,
  });
  const response = { 200: one(entity.record) };

  invitationRoutes<Colleague>(app, deps, entity, {
    ...{ find, rules: colleagueRules, kind: 'team-invitation' },
    tags: { create: tags, ours: tags },
    before: takeInvitationTry,
    invite: inviteColleague,
  });

  app.put(
    `${path}:uuid/`,
    { config: { ...write, precondition: true }, schema: { tags, params, body: colleaguePut, response } },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      const check = (trx: Db) => requireUnchanged(trx, request);
      const changes = changesOf(entity, body, await find(uuid, caller)) as Partial<Colleague>;
      await db.transaction().execute((trx) => updateColleague(trx, caller, uuid, changes, check));
      return { data: (await find(uuid, caller)) as Colleague };
    },
  );

  app.post(
    `${path}:uuid/take-back/`,
    { config: write, schema: { tags, params, response: { 204: z.null() } } },
    async ({ caller, params: { uuid } }, reply) => {
      await db.transaction().execute((trx) => withdrawInvitation(trx, caller, uuid));
      return reply.status(204).send(null);
    },
  );
};
