import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { invoiceNumber } from '#schema/invoice.ts';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { statusWords } from '#schema/statusWords.ts';
import type { App } from '../../deps.ts';
import { visibleTo } from '../../services/access/visibleTo.ts';
import { nepalTime } from '../../services/platform/nepalTime.ts';
import { ofSameAccount } from '../../services/platform/ofSameAccount.ts';
import { rupees } from '../../services/sheets/csv.ts';
import { where } from '../listQuery.ts';
import { csvExport } from './csvExport.ts';

type Row = Omit<PaymentReview, 'duplicates'> & { issued: Parameters<typeof invoiceNumber>[0] | null };

const OWN = sql`t.uuid, t.created_at, t.kind, t.amount, t.method, t.reference, t.package_name, t.status, t.reason,
  t.decided_at, ${ofSameAccount('t', { table: 'payment_reference', by: 'uuid', column: 'note' })} AS note,
  (SELECT jsonb_build_object('prefix', i.prefix, 'fiscal_year', i.fiscal_year, 'number', i.number)
    FROM invoice i WHERE i.uuid = t.invoice AND i.account = t.account) AS issued`;
const REVIEWED = sql`${OWN}, t.account_name, t.user_name, t.decided_by`;

interface PaymentExport {
  table: 'payment_reference' | 'payment_review';
  /** File name before the day. */
  name: string;
  only?: RawBuilder<unknown>;
}

/** Payments as CSV: a customer's own, or for staff with the account and who decided. */
export function paymentExport(
  app: App,
  db: Kysely<unknown>,
  entity: Entity,
  { table, name, only }: PaymentExport,
): void {
  const isReview = table === 'payment_review';
  csvExport<Row>(app, db, entity, {
    table,
    columns: isReview ? REVIEWED : OWN,
    conditions: (caller, query) =>
      sql`${visibleTo(entity, caller)} AND ${only ?? sql`true`} AND ${where(entity, query)}`,
    name,
    head: () => [
      'asked (NPT)',
      ...(isReview ? ['account', 'asked by'] : []),
      ...['for', 'package', 'amount (Rs.)', 'method', 'reference', 'status', 'reason', 'decided (NPT)'],
      ...(isReview ? ['decided by'] : []),
      'invoice',
      'note',
    ],
    line: (p) => [
      nepalTime(p.created_at),
      ...(isReview ? [p.account_name, p.user_name] : []),
      ...[p.kind, p.package_name, rupees(p.amount), p.method, p.reference, statusWords[p.status], p.reason],
      nepalTime(p.decided_at),
      ...(isReview ? [p.decided_by] : []),
      p.issued && invoiceNumber(p.issued),
      p.note,
    ],
  });
}
