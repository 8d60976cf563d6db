import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import {
  adjustmentRejected,
  walletAdjustment as entity,
  type WalletAdjustment,
} from '#schema/walletAdjustment.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { decideAdjustment } from '../services/money/walletAdjustments.ts';
import type { Caller } from '../services/platform/caller.ts';

const config = { access: ['wallet-list', 'post'] satisfies Pair as Pair };
const tags = [entity.name, 'ours'];
const params = z.object({ uuid: z.uuid() });
const response = { 200: one(entity.record) };

/** Wallet adjustments that need a second person; they are requested in modules/wallet.ts. */
export const walletAdjustment: Module = (app, { db }) => {
  const nameOf = (column: string) =>
    sql`(SELECT u.name FROM users u WHERE u.uuid = ${sql.ref(`t.${column}`)})`;
  const { find } = crud(app, { db }, entity, {
    table: 'wallet_adjustment',
    ours: true,
    // These rows have no counter; with a condition the list counts them.
    only: () => sql`true`,
    columns: {
      account_name: sql`(SELECT a.name FROM account a WHERE a.uuid = t.account)`,
      asked_by_name: nameOf('asked_by'),
      decided_by_name: nameOf('decided_by'),
    },
  });
  const decide = async (caller: Caller, uuid: string, decision: Parameters<typeof decideAdjustment>[3]) => {
    await db.transaction().execute((trx) => decideAdjustment(trx, caller, uuid, decision));
    return { data: (await find(uuid, caller)) as WalletAdjustment };
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
