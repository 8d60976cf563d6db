import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import {
  kyc as entity,
  KYC_SUBMIT,
  type Kyc,
  kycAnswer,
  kycApproval,
  kycCorrection,
  kycCorrectionInput,
  kycDecision,
  kycRead,
  kycRejection,
  kycState,
  kycSubmission,
  kycSubmit,
} from '#schema/kyc.ts';
import { allows, isStaff, type Pair } from '#schema/permissions.ts';
import { crud } from '../crud/crud.ts';
import { answerNoted, readNotes } from '../crud/readNotes.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { decideKyc, kycDecisions, submitKyc } from '../services/people/kyc.ts';
import { correctKyc, kycCorrections } from '../services/people/kycCorrection.ts';
import type { Caller } from '../services/platform/caller.ts';
import { accountName } from '../services/platform/names.ts';

const tags = [entity.name];
const params = z.object({ uuid: z.uuid() });
const decide = { access: ['kyc-list', 'post'] satisfies Pair as Pair };

/** Identity verification: an account's own record, submitted and corrected, and the decisions of staff. */
export const kyc: Module = (app, { db, deliverMail }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'kyc',
    trail: true,
    columns: { account_name: accountName },
    only: ({ pairs, account }) => (allows(pairs, kycRead) ? sql`true` : sql`t.account = ${account}`),
    reduced: { without: kycRead, to: kycState },
  });
  const notes = readNotes(db, entity);
  const show = async (caller: Caller, uuid: string) => ({ data: (await find(uuid, caller)) as Kyc });

  app.post(
    KYC_SUBMIT,
    {
      config: { access: kycSubmit, idempotent: 'create' },
      schema: { tags, body: kycSubmission, response: { 201: one(kycAnswer) } },
    },
    async (request, reply) => {
      const { caller, body } = request;
      // Only the uuid is kept for the key: the answer has personal data.
      const uuid = await runOnce(db, request, noPreparation, (trx) => submitKyc(trx, caller, body));
      return reply.status(201).send(await show(caller, uuid));
    },
  );

  app.post(
    `${entity.path}approve/`,
    { config: decide, schema: { tags, body: kycApproval, response: { 200: one(kycAnswer) } } },
    async ({ caller, log, body: { uuid, ...seen } }) => {
      const account = await db
        .transaction()
        .execute((trx) => decideKyc(trx, caller, uuid, { status: 'approved' }, seen));
      await mailSoon(deliverMail, log);
      return show({ ...caller, account }, uuid);
    },
  );

  app.post(
    `${entity.path}reject/`,
    { config: decide, schema: { tags, body: kycRejection, response: { 200: one(kycAnswer) } } },
    async ({ caller, log, body: { uuid, reason, ...seen } }) => {
      const account = await db
        .transaction()
        .execute((trx) => decideKyc(trx, caller, uuid, { status: 'rejected', reason }, seen));
      await mailSoon(deliverMail, log);
      return show({ ...caller, account }, uuid);
    },
  );

  app.put(
    `${entity.path}:uuid/`,
    {
      config: decide,
      schema: {
        tags: [...tags, 'ours'],
        params,
        body: kycCorrectionInput,
        response: { 200: one(kycAnswer) },
      },
    },
    async ({ caller, body, params: { uuid } }) => {
      await find(uuid, caller);
      await db.transaction().execute((trx) => correctKyc(trx, caller, uuid, body));
      return show(caller, uuid);
    },
  );

  const past = { access: kycRead };
  const ours = [...tags, 'ours'];

  app.get(
    `${entity.path}:uuid/decisions/`,
    { config: past, schema: { tags: ours, params, response: { 200: one(z.array(kycDecision)) } } },
    async ({ caller, params: { uuid } }, reply) => {
      const record = await find(uuid, caller);
      const data = await kycDecisions(db, uuid, isStaff(caller.role));
      return answerNoted(reply, () => notes.one(caller, record), { data });
    },
  );

  app.get(
    `${entity.path}:uuid/corrections/`,
    { config: past, schema: { tags: ours, params, response: { 200: one(z.array(kycCorrection)) } } },
    async ({ caller, params: { uuid } }, reply) => {
      const record = await find(uuid, caller);
      const data = await kycCorrections(db, uuid, isStaff(caller.role));
      return answerNoted(reply, () => notes.one(caller, record), { data });
    },
  );
};
