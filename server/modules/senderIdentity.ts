import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  senderIdentity as entity,
  type SenderIdentity,
  type SenderRequest,
  senderApprovals,
  senderDecision,
  senderReason,
  senderRequest,
} from '#schema/senderIdentity.ts';
import { crud } from '../crud/crud.ts';
import { changesOf } from '../crud/writeOnce.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { accountName, userName } from '../services/platform/names.ts';
import {
  changeSender,
  decideSender,
  requestSender,
  withdrawSender,
} from '../services/sending/senderIdentities.ts';
import { imitatedName, similarSenders } from '../services/sending/senderNames.ts';
import {
  approvalsOf,
  restoreSender,
  setApprovals,
  suspendSender,
} from '../services/sending/senderStanding.ts';

const params = z.object({ uuid: z.uuid() });
const table = 'sender_identity';
type Asked = Pick<FastifyRequest, 'caller' | 'log'>;

/** Sender IDs: those that an account requests and withdraws, and the decisions of staff. */
export const senderIdentity: Module = (app, { db, deliverMail }) => {
  const own = crud(app, { db }, entity, {
    table,
    own: ['create', 'update'],
    columns: { approvals: approvalsOf },
  });
  const write = { access: entity.write ?? entity.read };

  app.post(
    entity.path,
    {
      config: { ...write, idempotent: 'create' },
      schema: { tags: [entity.name], body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const data = await runOnce(db, request, noPreparation, async (trx) => {
        const uuid = await requestSender(trx, caller, body);
        return (await own.find(uuid, caller, trx)) as SenderIdentity;
      });
      return reply.status(201).send({ data });
    },
  );

  app.put(
    `${entity.path}:uuid/`,
    {
      config: { ...write, precondition: true },
      schema: { tags: [entity.name], params, body: entity.put, response: { 200: one(entity.record) } },
    },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      const changes = changesOf(entity, body, await own.find(uuid, caller));
      await db.transaction().execute(async (trx) => {
        await own.requireUnchanged(trx, request);
        await changeSender(trx, caller, uuid, changes);
      });
      return { data: (await own.find(uuid, caller)) as SenderIdentity };
    },
  );

  app.delete(
    `${entity.path}:uuid/`,
    {
      config: write,
      schema: { tags: [entity.name], params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { caller, params } = request;
      await db.transaction().execute((trx) => withdrawSender(trx, caller, params.uuid));
      return reply.status(204).send(null);
    },
  );

  const { find } = crud(app, { db }, senderRequest, {
    table,
    own: ['update'],
    columns: {
      account_name: accountName,
      decided_by: userName(sql`t.decided_by`),
      similar: similarSenders,
      imitates: imitatedName,
      approvals: approvalsOf,
    },
  });

  const config = { access: senderRequest.write ?? senderRequest.read };
  const response = { 200: one(senderRequest.record) };
  const tags = [senderRequest.name];
  const change = async ({ caller, log }: Asked, uuid: string, act: (trx: Db) => Promise<void>) => {
    await find(uuid, caller);
    await db.transaction().execute(act);
    await mailSoon(deliverMail, log);
    return { data: (await find(uuid, caller)) as SenderRequest };
  };

  app.put(
    `${senderRequest.path}:uuid/`,
    { config, schema: { tags, params, body: senderDecision, response } },
    ({ caller, log, body, params: { uuid } }) =>
      change({ caller, log }, uuid, (trx) => decideSender(trx, caller, uuid, body)),
  );

  app.put(
    `${senderRequest.path}:uuid/approvals/`,
    { config, schema: { tags: [...tags, 'ours'], params, body: senderApprovals, response } },
    ({ caller, log, body, params: { uuid } }) =>
      change({ caller, log }, uuid, (trx) => setApprovals(trx, caller, uuid, body)),
  );

  for (const [action, act] of Object.entries({ suspend: suspendSender, restore: restoreSender })) {
    app.post(
      `${senderRequest.path}:uuid/${action}/`,
      { config, schema: { tags: [...tags, 'ours'], params, body: senderReason, response } },
      ({ caller, log, body, params: { uuid } }) =>
        change({ caller, log }, uuid, (trx) => act(trx, caller, uuid, body.reason)),
    );
  }
};
