import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { paymentRefund as entity, type PaymentRefund, refundHandled } from '#schema/paymentRefund.ts';
import type { Pair } from '#schema/permissions.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { handleRefund } from '../services/money/refunds.ts';
import { accountName, userName } from '../services/platform/names.ts';
import { ofSameAccount } from '../services/platform/ofSameAccount.ts';

const write: Pair = ['payment-reference-list', 'post'];

/** Refunds reported by online services, and marking them as handled. */
export const paymentRefund: Module = (app, { db }) => {
  const { find } = crud(app, { db }, entity, {
    table: 'payment_refund',
    ours: true,
    uncounted: true,
    columns: {
      account_name: accountName,
      method: ofSameAccount('t', { table: 'online_payment', by: 'payment', column: 'method' }),
      amount: ofSameAccount('t', { table: 'online_payment', by: 'payment', column: 'amount' }),
      payment_status: ofSameAccount('t', { table: 'payment_reference', by: 'payment', column: 'status' }),
      handled_by_name: userName(sql`t.handled_by`),
    },
  });
  app.post(
    `${entity.path}:uuid/handle/`,
    {
      config: { access: write },
      schema: {
        tags: [entity.name, 'ours'],
        params: z.object({ uuid: z.uuid() }),
        body: refundHandled,
        response: { 200: one(entity.record) },
      },
    },
    async ({ caller, params: { uuid }, body: { note } }) => {
      await db.transaction().execute((trx) => handleRefund(trx, caller, uuid, note));
      return { data: (await find(uuid, caller)) as PaymentRefund };
    },
  );
};
