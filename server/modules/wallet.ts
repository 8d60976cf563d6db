import { sql } from 'kysely';
import { z } from 'zod';
import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import {
  adjusted,
  adjustment,
  anyWalletEntry,
  type Wallet,
  type WalletTotals,
  walletEntry,
  wallet as wallets,
  walletTotals,
} from '#schema/wallet.ts';
import { crud } from '../crud/crud.ts';
import { csvExport } from '../crud/exports/csvExport.ts';
import { walletExport } from '../crud/exports/walletExport.ts';
import { createQuery, type ListQuery, where } from '../crud/listQuery.ts';
import type { Module } from '../deps.ts';
import { noPreparation, runOnce } from '../plugins/idempotency.ts';
import { visibleTo } from '../services/access/visibleTo.ts';
import { adjustByHand } from '../services/money/walletAdjustments.ts';
import { heldAmount } from '../services/people/accounts.ts';
import { accountName } from '../services/platform/names.ts';
import { nepalTime } from '../services/platform/nepalTime.ts';
import { rupees, yesNo } from '../services/sheets/csv.ts';

const table = 'wallet_entry';
const tags = [wallets.name, 'ours'];
const adjust = { access: ['wallet-list', 'post'] satisfies Pair as Pair };
/** The provider's own account has no wallet to charge. */
const customers = sql`NOT t.is_provider`;
const held = heldAmount(sql`t.uuid`);
const lastEntryAt = sql`(SELECT e.created_at FROM wallet_entry e WHERE e.account = t.uuid ORDER BY e.uuid DESC LIMIT 1)`;

/** The read-only ledger; all wallets, and changing a balance by hand. */
export const wallet: Module = (app, { db }) => {
  crud(app, { db }, walletEntry, { table, standby: true });
  walletExport(app, db, walletEntry, 'wallet-history');
  crud(app, { db }, anyWalletEntry, {
    table,
    columns: { account_name: accountName },
    standby: true,
  });
  walletExport(app, db, anyWalletEntry, 'wallet-entries');
  crud(app, { db }, wallets, {
    table: 'account',
    owner: 'uuid',
    only: () => customers,
    columns: { held, last_entry_at: lastEntryAt },
  });

  csvExport<Wallet>(app, db, wallets, {
    table: 'account',
    columns: sql`t.uuid, t.created_at, t.name, t.balance, t.is_active, ${held} AS held, ${lastEntryAt} AS last_entry_at`,
    conditions: (caller, query) =>
      sql`${visibleTo(wallets, caller, 'uuid')} AND ${customers} AND ${where(wallets, query)}`,
    name: 'wallets',
    head: () => ['account', 'balance (Rs.)', 'held (Rs.)', 'last entry (NPT)', 'active'],
    line: (w) => [
      ...[w.name, rupees(w.balance), rupees(w.held), nepalTime(w.last_entry_at)],
      yesNo(w.is_active),
    ],
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
      config: { ...adjust, idempotent: true },
      schema: {
        tags,
        params: z.object({ uuid: z.uuid() }),
        body: adjustment,
        response: { 200: one(adjusted), 202: one(adjusted) },
      },
    },
    async (request, reply) => {
      const { caller, body, params } = request;
      const data = await runOnce(db, request, noPreparation, (trx) =>
        adjustByHand(trx, caller, params.uuid, body),
      );
      return reply.status(data.waits ? 202 : 200).send({ data });
    },
  );
};
