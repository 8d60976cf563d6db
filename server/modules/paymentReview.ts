import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { paymentReview as entity, type PaymentReview } from '#schema/paymentReview.ts';
import { crud } from '../crud/crud.ts';
import { paymentExport } from '../crud/exports/paymentExport.ts';
import { preconditionOf } from '../crud/precondition.ts';
import type { Module } from '../deps.ts';
import { changePayment } from '../services/money/paymentChange.ts';

const params = z.object({ uuid: z.uuid() });

/** The payments of every account, as staff read and correct them; decisions are in modules/payment.ts. */
export const paymentReview: Module = (app, { db }) => {
  const of = (what: RawBuilder<unknown>) =>
    sql`(SELECT ${what} FROM payment_reference p LEFT JOIN users f ON f.uuid = p.first_by
      WHERE p.uuid = t.uuid AND p.account = t.account)`;
  const columns = {
    awaits_second: of(sql`p.status = 'pending' AND p.first_by IS NOT NULL`),
    first_by: of(sql`p.first_by`),
    first_by_name: of(sql`f.name`),
    first_at: of(sql`p.first_at`),
    note: of(sql`p.note`),
    // The view keeps the older name, because a server of the version before reads it during an upgrade.
    duplicates: sql`t.twins`,
  };
  const { find } = crud(app, { db }, entity, {
    table: 'payment_review',
    uncounted: true,
    columns,
    own: ['update'],
  });
  // The view cannot be locked.
  const requireUnchanged = preconditionOf('payment_reference', find);
  paymentExport(app, db, entity, { table: 'payment_review', name: 'payments' });

  for (const path of [entity.path, ...entity.aliases]) {
    app.put(
      `${path}:uuid/`,
      {
        config: { access: entity.write ?? entity.read, precondition: true },
        schema: { tags: [entity.name], params, body: entity.update, response: { 200: one(entity.record) } },
      },
      async (request) => {
        const { caller, body } = request;
        const { uuid } = request.params;
        await db.transaction().execute(async (trx) => {
          await requireUnchanged(trx, request);
          await changePayment(trx, caller, uuid, body, 'staff');
        });
        return { data: (await find(uuid, caller)) as PaymentReview };
      },
    );
  }
};
