import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { kyc as entity, KYC_SUBMIT, type Kyc, kycApproval, kycDecision, kycRejection } from '#schema/kyc.ts';
import { allows, isStaff, type Pair } from '#schema/permissions.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';
import { decideKyc, kycDecisions, submitKyc } from '../services/kyc.ts';
import type { Caller } from '../services/sessions.ts';

const tags = [entity.name];
const all: Pair = ['kyc-list', 'get'];
const decide = { access: ['kyc-list', 'post'] satisfies Pair as Pair };

/** Identity verification: an account's own record, submitted and corrected, and what staff decide of it. */
export const kyc: Module = (app, { db, deliverMail }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'kyc',
    columns: { account_name: sql`(SELECT a.name FROM account a WHERE a.uuid = t.account)` },
    only: ({ pairs, account }) => (allows(pairs, all) ? sql`true` : sql`t.account = ${account}`),
  });
  const show = async (caller: Caller, uuid: string) => ({ data: (await find(uuid, caller)) as Kyc });

  app.post(
    KYC_SUBMIT,
    {
      config: { access: 'signed-in' },
      schema: { tags, body: entity.create, response: { 201: one(entity.record) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const uuid = await db.transaction().execute((trx) => submitKyc(trx, caller, body));
      return reply.status(201).send(await show(caller, uuid));
    },
  );

  app.post(
    `${entity.path}approve/`,
    { config: decide, schema: { tags, body: kycApproval, response: { 200: one(entity.record) } } },
    async ({ caller, body: { uuid, submitted_at: seen } }) => {
      const account = await db
        .transaction()
        .execute((trx) => decideKyc(trx, caller, uuid, { status: 'approved' }, seen));
      await deliverMail();
      return show({ ...caller, account }, uuid);
    },
  );

  app.post(
    `${entity.path}reject/`,
    { config: decide, schema: { tags, body: kycRejection, response: { 200: one(entity.record) } } },
    async ({ caller, body: { uuid, reason, submitted_at: seen } }) => {
      const account = await db
        .transaction()
        .execute((trx) => decideKyc(trx, caller, uuid, { status: 'rejected', reason }, seen));
      await deliverMail();
      return show({ ...caller, account }, uuid);
    },
  );

  app.get(
    `${entity.path}:uuid/decisions/`,
    {
      config: { access: 'signed-in' },
      schema: {
        tags: [...tags, 'ours'],
        params: z.object({ uuid: z.uuid() }),
        response: { 200: one(z.array(kycDecision)) },
      },
    },
    async ({ caller, params: { uuid } }) => {
      await find(uuid, caller);
      const withNames = isStaff(caller.role) && allows(caller.pairs, all);
      return { data: await kycDecisions(db, uuid, withNames) };
    },
  );
};
