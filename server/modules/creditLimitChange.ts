import { sql } from 'kysely';
import { z } from 'zod';
import { type CreditLimitChange, creditLimitChange as entity } from '#schema/creditLimitChange.ts';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import { adjustmentRejected } from '#schema/walletAdjustment.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { decideCreditLimit } from '../services/money/creditLimits.ts';
import type { Caller } from '../services/platform/caller.ts';

const config = { access: ['account-list', 'post'] satisfies Pair as Pair };
const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const response = { 200: one(entity.record) };

/** Raised credit limits, and the second person's decisions; they are requested in modules/account.ts. */
export const creditLimitChange: Module = (app, { db }) => {
  const nameOf = (column: string) =>
    sql`(SELECT u.name FROM users u WHERE u.uuid = ${sql.ref(`t.${column}`)})`;
  const { find } = crud(app, { db }, entity, {
    table: 'credit_limit_change',
    ours: true,
    // These rows have no counter; with a condition the list counts them.
    only: () => sql`true`,
    columns: {
      account_name: sql`(SELECT a.name FROM account a WHERE a.uuid = t.account)`,
      asked_by_name: nameOf('asked_by'),
      decided_by_name: nameOf('decided_by'),
    },
  });
  const decide = async (caller: Caller, uuid: string, decision: Parameters<typeof decideCreditLimit>[3]) => {
    await db.transaction().execute((trx) => decideCreditLimit(trx, caller, uuid, decision));
    return { data: (await find(uuid, caller)) as CreditLimitChange };
  };

  app.post(`${entity.path}:uuid/confirm/`, { config, schema: { tags, params, response } }, (request) =>
    decide(request.caller, request.params.uuid, { status: 'confirmed' }),
  );

  app.post(
    `${entity.path}:uuid/reject/`,
    { config, schema: { tags, params, body: adjustmentRejected, response } },
    (request) =>
      decide(request.caller, request.params.uuid, { status: 'rejected', reason: request.body.reason }),
  );
};
