import { type Kysely, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import type { AnyWalletEntry } from '#schema/wallet.ts';
import type { App } from '../../deps.ts';
import { visibleTo } from '../../services/access/visibleTo.ts';
import { accountName } from '../../services/platform/names.ts';
import { nepalTime } from '../../services/platform/nepalTime.ts';
import { ofCampaign, ofSameAccount } from '../../services/platform/ofSameAccount.ts';
import { rupees } from '../../services/sheets/csv.ts';
import { where } from '../listQuery.ts';
import { csvExport } from './csvExport.ts';

type Row = AnyWalletEntry & {
  campaign_name: string | null;
  method: string | null;
  package_name: string | null;
  reference: string | null;
};

const payment = (column: string) =>
  sql`${ofSameAccount('t', { table: 'payment_reference', by: 'payment', column })} AS ${sql.ref(column)}`;
const columns = sql`t.uuid, t.created_at, t.kind, t.amount, t.balance, t.note,
  ${accountName} AS account_name,
  ${ofCampaign('t', 'name')} AS campaign_name,
  ${payment('method')}, ${payment('package_name')}, ${payment('reference')}`;

/** Ledger entries as CSV, a customer's own or all: each with the balance after it. */
export function walletExport(app: App, db: Kysely<unknown>, entity: Entity, name: string): void {
  const isEverybodys = entity.tenancy === 'staff';
  csvExport<Row>(app, db, entity, {
    table: 'wallet_entry',
    columns,
    conditions: (caller, query) => sql`${visibleTo(entity, caller)} AND ${where(entity, query)}`,
    name,
    head: () => [
      'time (NPT)',
      ...(isEverybodys ? ['account'] : []),
      ...['kind', 'amount (Rs.)', 'balance (Rs.)', 'campaign', 'package', 'paid by', 'reference', 'note'],
    ],
    line: (e) => [
      nepalTime(e.created_at),
      ...(isEverybodys ? [e.account_name] : []),
      ...[e.kind, rupees(e.amount), rupees(e.balance), e.campaign_name, e.package_name, e.method],
      ...[e.reference, e.note],
    ],
  });
}
