import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import {
  adjusted,
  adjustment,
  anyWalletEntry,
  type WalletTotals,
  walletEntry,
  wallet as wallets,
  walletTotals,
} from '#schema/wallet.ts';
import { crud, visibleTo } from '../crud.ts';
import type { Module } from '../deps.ts';
import { createQuery, type ListQuery, where } from '../listQuery.ts';
import { once } from '../plugins/idempotency.ts';
import { heldBy } from '../services/accounts.ts';
import { adjustBalance } from '../services/wallets.ts';

const table = 'wallet_entry';
const tags = [wallets.name, 'ours'];
const adjust = { access: ['wallet-list', 'post'] satisfies Pair as Pair };
/** The provider's own account pays nobody. */
const customers = sql`NOT t.is_provider`;

/** The ledger, which is only read; every account's wallets, and moving one by hand. */
export const wallet: Module = (app, { db }) => {
  crud(app, { db }, walletEntry, { table });
  crud(app, { db }, anyWalletEntry, {
    table,
    columns: { account_name: sql`(SELECT a.name FROM account a WHERE a.uuid = t.account)` },
  });
  const { find } = crud(app, { db }, wallets, {
    table: 'account',
    owner: 'uuid',
    only: () => customers,
    columns: {
      held: heldBy(sql`t.uuid`),
      last_entry_at: sql`(SELECT e.created_at FROM wallet_entry e WHERE e.account = t.uuid ORDER BY e.uuid DESC LIMIT 1)`,
    },
  });

  app.get(
    `${wallets.path}totals/`,
    {
      config: { access: wallets.read },
      schema: { tags, querystring: createQuery(wallets), response: { 200: one(walletTotals) } },
    },
    async ({ caller, query }) => {
      const { rows } = await sql<WalletTotals>`
        SELECT count(*) AS wallets, coalesce(sum(t.balance), 0)::bigint AS balance,
          coalesce(sum(h.held), 0)::bigint AS held
        FROM account t LEFT JOIN (
          SELECT account, sum(cost - captured - released) AS held FROM campaign
          WHERE status IN ('draft', 'preparing', 'scheduled', 'sending', 'paused') GROUP BY account
        ) h ON h.account = t.uuid
        WHERE ${visibleTo(wallets, caller, 'uuid')} AND ${customers}
          AND ${where(wallets, query as ListQuery)}`.execute(db);
      return { data: rows[0] as WalletTotals };
    },
  );

  app.post(
    '/v1/credit/user-wallets/:uuid/adjust/',
    {
      config: adjust,
      schema: {
        tags,
        params: z.object({ uuid: z.uuid() }),
        body: adjustment,
        response: { 200: one(adjusted) },
      },
    },
    async (request) => {
      const { caller, body, params } = request;
      return {
        data: await once(
          db,
          request,
          () => find(params.uuid, caller),
          (trx) => adjustBalance(trx, caller, params.uuid, body),
        ),
      };
    },
  );
};
