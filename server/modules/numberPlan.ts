import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import { numberRange as entity, NUMBER_LOOKUP, numberLookup } from '#schema/numberPlan.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { loadNumberPlan, requirePhone } from '../services/platform/numbers.ts';
import { deleteRange, requireDay, requireOpen } from '../services/sending/numberPlan.ts';

const tags = [entity.name, 'ours'];

/** Which operator a number belongs to, as dated ranges that administrators maintain. */
export const numberPlan: Module = (app, { db }) => {
  app.get(
    NUMBER_LOOKUP,
    {
      config: { access: entity.read },
      schema: {
        tags,
        querystring: z.strictObject({ phone: z.string().trim().min(1, 'Required').max(40) }),
        response: { 200: one(numberLookup) },
      },
    },
    async ({ query }) => {
      const phone = requirePhone(query.phone);
      const { operator, closed, prefix } = (await loadNumberPlan(db)).find(phone);
      return { data: { phone, operator, closed, prefix } };
    },
  );

  crud(app, { db }, entity, {
    table: 'number_range',
    ours: true,
    unique: { field: 'valid_from', message: 'This prefix already has an entry from this day.' },
    columns: {
      status: sql`CASE WHEN t.valid_from > nepal_day(now()) THEN 'future'
        WHEN EXISTS (SELECT FROM number_range r WHERE r.prefix = t.prefix AND r.valid_from > t.valid_from
          AND r.valid_from <= nepal_day(now())) THEN 'past' ELSE 'in-force' END`,
      is_open: sql`t.valid_from >= nepal_day(now())`,
    },
    async beforeWrite(values, { db: trx, uuid }) {
      if (!uuid) {
        const valid_from = await requireDay(trx, values.valid_from as string | null | undefined);
        return { ...values, valid_from };
      }
      await requireOpen(trx, uuid);
      // Contacts that followed it already follow it again.
      return { ...values, applied: false };
    },
    remove: deleteRange,
  });
};
