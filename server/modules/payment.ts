import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { type CheckedPayment, checkedPayment } from '#schema/onlinePayment.ts';
import {
  confirmInput,
  type PaymentReference,
  packagePurchase,
  paymentOptions,
  paymentReference,
  purchaseInput,
  rejectInput,
  type StartedPayment,
  startedPayment,
  topupInput,
} from '#schema/paymentReference.ts';
import type { Pair } from '#schema/permissions.ts';
import { sellerOf } from '../config.ts';
import { crud } from '../crud.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { once } from '../plugins/idempotency.ts';
import { onlinePaymentsOf } from '../services/online/gateways.ts';
import {
  cancelPayment,
  confirmPayment,
  rejectPayment,
  startPurchase,
  startTopup,
} from '../services/payments.ts';
import { invalidField } from '../services/problem.ts';
import { type Caller, requirePair } from '../services/sessions.ts';

const tags = ['payments'];
const params = z.object({ uuid: z.uuid() });
const topUp = { access: ['topup-list', 'post'] satisfies Pair as Pair };
const buy = { access: ['package-list', 'post'] satisfies Pair as Pair };
const review = { access: ['payment-reference-list', 'post'] satisfies Pair as Pair };
const table = 'payment_reference';

/** Top-ups and purchases of packages: asking, cancelling, and what the provider's staff decide. */
export const payment: Module = (app, { config, db }) => {
  const { find } = crud(app, { db }, paymentReference, { table });
  crud(app, { db }, packagePurchase, { table, only: () => sql`t.kind = 'package'` });
  const seller = sellerOf(config);
  const online = onlinePaymentsOf(config, db, app.log);
  const methods = [...config.PAYMENT_METHODS, ...online.methods];

  const show = async (caller: Caller, uuid: string) => (await find(uuid, caller)) as PaymentReference;
  const started = async (caller: Caller, uuid: string): Promise<StartedPayment> => {
    // After the commit: no transaction waits for a service.
    const checkout = await online.checkout(uuid);
    return { ...(await show(caller, uuid)), checkout };
  };
  const opened = async (trx: Db, uuid: string) => {
    await online.open(trx, uuid);
    return { uuid };
  };

  const requireMethod = (method: string) => {
    if (method !== 'wallet' && !methods.some((offered) => offered === method)) {
      throw invalidField('method', 'This way of paying is not offered here. Choose another one.');
    }
  };

  app.get(
    '/v1/credit/payment/methods/',
    {
      config: { access: 'signed-in' },
      schema: { tags: [...tags, 'ours'], response: { 200: one(paymentOptions) } },
    },
    async () => ({ data: { methods, instructions: config.PAYMENT_INSTRUCTIONS } }),
  );

  app.post(
    '/v1/credit/payment/credit_payment_initiate/',
    { config: topUp, schema: { tags, body: topupInput, response: { 201: one(startedPayment) } } },
    async (request, reply) => {
      const { caller, body: input } = request;
      const answer = await once(
        db,
        request,
        async () => requireMethod(input.method),
        async (trx) => opened(trx, await startTopup(trx, caller, input)),
      );
      return reply.status(201).send({ data: await started(caller, answer.uuid) });
    },
  );

  app.post(
    packagePurchase.path,
    { config: buy, schema: { tags, body: purchaseInput, response: { 201: one(startedPayment) } } },
    async (request, reply) => {
      const { caller, body: input } = request;
      const answer = await once(
        db,
        request,
        async () => requireMethod(input.method),
        async (trx) => opened(trx, await startPurchase(trx, caller, input)),
      );
      return reply.status(201).send({ data: await started(caller, answer.uuid) });
    },
  );

  app.post(
    `${paymentReference.path}:uuid/cancel_request/`,
    {
      config: { access: 'signed-in' },
      schema: { tags, params, response: { 200: one(paymentReference.record) } },
    },
    async (request) => {
      const { caller } = request;
      const { uuid } = request.params;
      const { kind } = await show(caller, uuid);
      requirePair(caller, kind === 'topup' ? topUp.access : buy.access);
      const by = caller.user;
      if (await online.isOnline(uuid)) await online.cancel(uuid, caller.account, by);
      else await db.transaction().execute((trx) => cancelPayment(trx, uuid, caller.account, { by }));
      return { data: await show(caller, uuid) };
    },
  );

  app.post(
    '/v1/credit/payment/online/:uuid/check/',
    {
      config: { access: 'signed-in', rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: { tags: [...tags, 'ours'], params, response: { 200: one(checkedPayment) } },
    },
    async ({ caller, params: { uuid } }): Promise<{ data: CheckedPayment }> => {
      requirePair(caller, paymentReference.read, packagePurchase.read);
      await show(caller, uuid);
      const look = await online.check(uuid);
      return { data: { ...(await show(caller, uuid)), ...look } };
    },
  );

  app.post(
    '/v1/credit/payment/credit_payment_confirm/',
    { config: review, schema: { tags, body: confirmInput, response: { 200: one(paymentReference.record) } } },
    async (request) => {
      const { caller, body } = request;
      const by = caller.user;
      const account =
        (await online.confirm(body.uuid, by)) ??
        (await db.transaction().execute((trx) => confirmPayment(trx, body.uuid, { by, seller })));
      return { data: await show({ ...caller, account }, body.uuid) };
    },
  );

  app.post(
    '/v1/credit/payment/credit_payment_reject/',
    { config: review, schema: { tags, body: rejectInput, response: { 200: one(paymentReference.record) } } },
    async (request) => {
      const { caller, body } = request;
      const account = await db
        .transaction()
        .execute((trx) => rejectPayment(trx, body.uuid, { by: caller.user, reason: body.reason }));
      return { data: await show({ ...caller, account }, body.uuid) };
    },
  );
};
