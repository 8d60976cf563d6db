import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { type CheckedPayment, checkedPayment } from '#schema/onlinePayment.ts';
import {
  confirmInput,
  onlineMethods,
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
import { crud } from '../crud/crud.ts';
import { paymentExport } from '../crud/exports/paymentExport.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { runOnce } from '../plugins/idempotency.ts';
import { requirePair } from '../services/access/sessions.ts';
import { mailSoon } from '../services/mail/mailSoon.ts';
import { readBilling, requireTopupAmount, sellerNow } from '../services/money/billingSettings.ts';
import { onlinePaymentsOf } from '../services/money/online/gateways.ts';
import { changePayment } from '../services/money/paymentChange.ts';
import { confirmByHand, refuseOwnPayment } from '../services/money/paymentConfirmation.ts';
import { paymentOptionsNow } from '../services/money/paymentOptions.ts';
import {
  cancelPayment,
  notOffered,
  rejectPayment,
  startPurchase,
  startTopup,
} from '../services/money/payments.ts';
import type { Caller } from '../services/platform/caller.ts';

const tags = ['payments'];
const params = z.object({ uuid: z.uuid() });
const topUp = { access: ['topup-list', 'post'] satisfies Pair as Pair };
const buy = { access: ['package-list', 'post'] satisfies Pair as Pair };
/** Either of the two; the payment says which. */
const pay = { access: { anyOf: [topUp.access, buy.access] } };
const review = { access: ['payment-reference-list', 'post'] satisfies Pair as Pair };
const table = 'payment_reference';

/** Top-ups and package purchases: requesting, cancelling, and the decisions of staff. */
export const payment: Module = (app, { config, db, deliverMail }) => {
  const { find, requireUnchanged } = crud(app, { db }, paymentReference, {
    table,
    own: ['update'],
    columns: {
      settled: sql`(SELECT coalesce(sum(s.amount), 0)::bigint FROM invoice_settlement s WHERE s.payment = t.uuid)`,
    },
  });
  paymentExport(app, db, paymentReference, { table, name: 'payments' });
  const only = sql`t.kind = 'package'`;
  const purchases = crud(app, { db }, packagePurchase, { table, only: () => only, own: ['update'] });
  paymentExport(app, db, packagePurchase, { table, name: 'package-history', only });
  const online = onlinePaymentsOf(config, db, { deliverMail, log: app.log });

  const show = async (caller: Caller, uuid: string, on?: Db) =>
    (await find(uuid, caller, on)) as PaymentReference;
  const started = async (caller: Caller, made: PaymentReference): Promise<StartedPayment> => {
    if (!onlineMethods.some((method) => method === made.method)) return { ...made, checkout: null };
    // After the commit, so that no transaction waits for a service. A repeated request returns the payment's current state.
    const checkout = await online.checkout(made.uuid);
    return { ...(await show(caller, made.uuid)), checkout };
  };
  const opened = async (trx: Db, caller: Caller, uuid: string) => {
    await online.open(trx, uuid);
    return show(caller, uuid, trx);
  };

  const requireMethod = async (method: string) => {
    if (method === 'wallet') return;
    const { methods } = await paymentOptionsNow(db, config, online);
    if (!methods.some((offered) => offered === method)) throw notOffered();
  };

  app.get(
    '/v1/credit/payment/methods/',
    {
      config: pay,
      schema: { tags: [...tags, 'ours'], response: { 200: one(paymentOptions) } },
    },
    async () => ({ data: await paymentOptionsNow(db, config, online) }),
  );

  /** Starts a payment once for each Idempotency-Key; `write` creates it and returns its uuid. */
  const start = async (
    request: FastifyRequest,
    method: string,
    write: (trx: Db, caller: Caller) => Promise<string>,
  ) => {
    const { caller } = request;
    const answer = await runOnce(
      db,
      request,
      () => requireMethod(method),
      async (trx) => opened(trx, caller, await write(trx, caller)),
    );
    return { data: await started(caller, answer) };
  };

  app.post(
    '/v1/credit/payment/credit_payment_initiate/',
    {
      config: { ...topUp, idempotent: true },
      schema: { tags, body: topupInput, response: { 201: one(startedPayment) } },
    },
    async (request, reply) => {
      const { body } = request;
      const answer = await start(request, body.method, async (trx, caller) => {
        requireTopupAmount(await readBilling(trx, config), body.amount);
        return startTopup(trx, caller, body);
      });
      return reply.status(201).send(answer);
    },
  );

  app.post(
    packagePurchase.path,
    {
      config: { ...buy, idempotent: true },
      schema: { tags, body: purchaseInput, response: { 201: one(startedPayment) } },
    },
    async (request, reply) => {
      const { body } = request;
      const answer = await start(request, body.method, (trx, caller) => startPurchase(trx, caller, body));
      return reply.status(201).send(answer);
    },
  );

  app.put(
    `${paymentReference.path}:uuid/`,
    {
      config: { ...pay, precondition: true },
      schema: {
        tags,
        params,
        body: paymentReference.update,
        response: { 200: one(paymentReference.record) },
      },
    },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      const { kind } = await show(caller, uuid);
      requirePair(caller, kind === 'topup' ? topUp.access : buy.access);
      await db.transaction().execute(async (trx) => {
        await requireUnchanged(trx, request);
        await changePayment(trx, caller, uuid, body);
      });
      return { data: await show(caller, uuid) };
    },
  );

  app.put(
    `${packagePurchase.path}:uuid/`,
    {
      config: { ...buy, precondition: true },
      schema: {
        tags,
        params,
        body: packagePurchase.update,
        response: { 200: one(packagePurchase.record) },
      },
    },
    async (request) => {
      const { caller, body } = request;
      const { uuid } = request.params;
      await purchases.find(uuid, caller);
      await db.transaction().execute(async (trx) => {
        await purchases.requireUnchanged(trx, request);
        await changePayment(trx, caller, uuid, body);
      });
      return { data: (await purchases.find(uuid, caller)) as PaymentReference };
    },
  );

  app.post(
    `${paymentReference.path}:uuid/cancel_request/`,
    {
      config: pay,
      schema: { tags, params, response: { 200: one(paymentReference.record) } },
    },
    async (request) => {
      const { caller } = request;
      const { uuid } = request.params;
      const { kind } = await show(caller, uuid);
      requirePair(caller, kind === 'topup' ? topUp.access : buy.access);
      if (await online.isOnline(uuid)) await online.cancel(uuid, caller.account, caller);
      else await db.transaction().execute((trx) => cancelPayment(trx, uuid, caller.account, { by: caller }));
      return { data: await show(caller, uuid) };
    },
  );

  app.post(
    '/v1/credit/payment/online/:uuid/check/',
    {
      config: {
        access: { anyOf: [paymentReference.read, packagePurchase.read] },
        rateLimit: { max: 60, timeWindow: '1 minute' },
      },
      schema: { tags: [...tags, 'ours'], params, response: { 200: one(checkedPayment) } },
    },
    async ({ caller, params: { uuid } }): Promise<{ data: CheckedPayment }> => {
      await show(caller, uuid);
      const look = await online.check(uuid);
      return { data: { ...(await show(caller, uuid)), ...look } };
    },
  );

  app.post(
    '/v1/credit/payment/credit_payment_confirm/',
    {
      config: { ...review, idempotent: true },
      schema: {
        tags,
        body: confirmInput,
        // 202: a second person must confirm too, and the payment is still pending.
        response: { 200: one(paymentReference.record), 202: one(paymentReference.record) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const { uuid, ...given } = body;
      const { account } = await runOnce(
        db,
        request,
        async () => {
          await refuseOwnPayment(db, caller, uuid);
          return online.confirm(uuid, caller);
        },
        async (trx, settled) => ({
          account:
            settled ??
            (await confirmByHand(trx, caller, uuid, { ...given, seller: await sellerNow(trx, config) })),
        }),
      );
      await mailSoon(deliverMail, request.log);
      const data = await show({ ...caller, account }, uuid);
      return reply.status(data.status === 'pending' ? 202 : 200).send({ data });
    },
  );

  app.post(
    '/v1/credit/payment/credit_payment_reject/',
    { config: review, schema: { tags, body: rejectInput, response: { 200: one(paymentReference.record) } } },
    async (request) => {
      const { caller, body } = request;
      const account = await db
        .transaction()
        .execute((trx) => rejectPayment(trx, body.uuid, { by: caller, reason: body.reason }));
      await mailSoon(deliverMail, request.log);
      return { data: await show({ ...caller, account }, body.uuid) };
    },
  );
};
