import { type RawBuilder, sql } from 'kysely';
import { type Channel, channelWords } from '#schema/channel.ts';
import { invoiceNumber } from '#schema/invoice.ts';
import { userName } from '../platform/names.ts';
import { nepalTime } from '../platform/nepalTime.ts';
import { listedPhone } from '../platform/numberHash.ts';
import { ofCampaign } from '../platform/ofSameAccount.ts';
import { fellBack } from '../sending/viberMessages.ts';
import { rupees, yesNo } from '../sheets/csv.ts';

type Cell = string | number | null | undefined;

/** A column of a CSV file: its heading, the SQL of its value (a column of `t`, unless it is SQL), and how it is written. */
interface Column {
  head: string;
  value: RawBuilder<unknown>;
  written(value: unknown): Cell;
}

/** One CSV file of an account's data: the rows `t` of a table, in the order of their uuid. */
export interface AccountSheet {
  /** File name without its ending. */
  name: string;
  table: string;
  columns: readonly Column[];
  /** The condition on its rows. */
  of(account: string): RawBuilder<unknown>;
}

const asText = (value: unknown): Cell => {
  if (typeof value === 'boolean') return yesNo(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
};
const column = (
  head: string,
  value: string | RawBuilder<unknown> = head.replaceAll(' ', '_'),
  written: Column['written'] = asText,
): Column => ({ head, value: typeof value === 'string' ? sql.ref(`t.${value}`) : value, written });

/** Columns whose names are their headings, with spaces for underscores. */
const plain = (...names: string[]): Column[] => names.map((name) => column(name.replaceAll('_', ' '), name));
const time = (name: string): Column =>
  column(`${name.replace(/_at$/, '').replaceAll('_', ' ')} (NPT)`, name, (at) =>
    nepalTime(at as string | null),
  );
const money = (name: string, head = name): Column =>
  column(`${head.replaceAll('_', ' ')} (Rs.)`, name, (paisa) =>
    paisa === null ? null : rupees(Number(paisa)),
  );
const list = (head: string, value: RawBuilder<unknown>): Column => column(head, value);

const channel = column('channel', 'channel', (of) => channelWords[of as Channel]);
const by = userName(sql`t."user"`);
const ofAccount = (account: string) => sql`t.account = ${account}`;
const sheet = (
  name: string,
  table: string,
  columns: readonly (Column | readonly Column[])[],
  of: AccountSheet['of'] = ofAccount,
): AccountSheet => ({ name, table, columns: columns.flat(), of });

/**
 * Everything that an account has, a file each. No secrets (passwords, keys, what signs webhooks), and nothing that the
 * provider notes about the account for itself.
 */
export const accountSheets: readonly AccountSheet[] = [
  sheet(
    'account',
    'account',
    [plain('name', 'type', 'pan', 'address', 'kyc_status'), money('balance'), time('created_at')],
    (account) => sql`t.uuid = ${account}`,
  ),
  sheet('people', 'users', [
    plain('name', 'email', 'phone', 'is_active'),
    time('created_at'),
    time('last_login_at'),
  ]),
  sheet('kyc', 'kyc', [
    plain(
      'type',
      'name',
      'name_ne',
      'birth_date',
      'gender',
      'document_type',
      'document_number',
      'issue_date',
    ),
    plain('province', 'district', 'municipality', 'ward', 'tole', 'company_name', 'company_pan', 'status'),
    plain('reason'),
    time('submitted_at'),
    time('decided_at'),
  ]),
  sheet('contacts', 'contact', [
    plain('name', 'phone', 'operator'),
    list(
      'groups',
      sql`(SELECT string_agg(g.name, ', ' ORDER BY g.name) FROM contact_group g
        WHERE g.uuid = ANY(t.groups) AND g.account = t.account)`,
    ),
    plain('attributes', 'is_active'),
    time('created_at'),
  ]),
  sheet('contact-groups', 'contact_group', [plain('name', 'count'), time('created_at')]),
  sheet('blacklist', 'blacklist_number', [
    column('phone', listedPhone),
    plain('reason', 'source'),
    time('created_at'),
  ]),
  sheet('templates', 'template', [plain('name', 'body'), time('created_at'), time('updated_at')]),
  sheet('sender-ids', 'sender_identity', [
    plain('name', 'purpose', 'status', 'reason'),
    time('created_at'),
    time('decided_at'),
  ]),
  sheet('viber-names', 'viber_identity', [plain('name', 'status', 'reason'), time('created_at')]),
  sheet('campaigns', 'campaign', [
    plain('uuid', 'name'),
    column('made by', by),
    plain('status', 'sender', 'encoding', 'body', 'recipients', 'delivered', 'undelivered', 'expired'),
    plain('rejected', 'unknown', 'submitted', 'queued', 'cancelled', 'parts', 'package_parts'),
    money('cost', 'held'),
    money('captured', 'charged'),
    money('released'),
    ...['created_at', 'scheduled_at', 'started_at', 'finished_at'].map(time),
    channel,
    plain('viber', 'fallback_minutes'),
  ]),
  sheet('messages', 'message', [
    plain('uuid', 'campaign', 'phone', 'operator'),
    column('text', sql`coalesce(t.text, ${ofCampaign('t', 'body')})`),
    plain('parts', 'package_parts'),
    money('amount'),
    plain('status', 'error'),
    ...['created_at', 'submitted_at', 'finished_at'].map(time),
    channel,
    column('fell back to SMS', fellBack('t')),
    plain('viber_status', 'viber_error'),
    ...['viber_at', 'read_at'].map(time),
  ]),
  sheet('wallet', 'wallet_entry', [
    plain('kind'),
    money('amount'),
    money('balance'),
    plain('campaign', 'payment', 'note'),
    time('created_at'),
  ]),
  sheet('payments', 'payment_reference', [
    plain('uuid', 'kind', 'package_name'),
    money('amount'),
    column('asked by', by),
    plain('method', 'reference', 'status', 'reason'),
    time('created_at'),
    time('decided_at'),
  ]),
  sheet('packages', 'account_package', [
    plain('name', 'parts', 'remaining'),
    time('created_at'),
    time('expires_at'),
  ]),
  sheet('invoices', 'invoice', [
    column(
      'number',
      sql`jsonb_build_object('prefix', t.prefix, 'fiscal_year', t.fiscal_year, 'number', t.number)`,
      (issued) => invoiceNumber(issued as Parameters<typeof invoiceNumber>[0]),
    ),
    plain('payment', 'seller', 'buyer'),
    money('taxable'),
    plain('vat_percent'),
    money('vat'),
    money('total'),
    time('issued_at'),
  ]),
  sheet('api-keys', 'api_key', [
    plain('name', 'prefix'),
    column('made by', by),
    plain('pairs', 'addresses'),
    ...['created_at', 'expires_at', 'last_used_at', 'revoked_at'].map(time),
  ]),
  sheet('webhooks', 'webhook', [
    plain('url', 'events', 'is_active'),
    column('made by', by),
    time('created_at'),
  ]),
  sheet('files', 'file', [plain('name', 'kind', 'size'), time('created_at')]),
  sheet(
    'actions',
    'audit_entry',
    [plain('actor_name', 'action', 'entity', 'title', 'before', 'after', 'ip'), time('created_at')],
    // Of the account's own people: what the provider's staff did is the provider's record.
    (account) =>
      sql`t.account = ${account} AND t.actor IN (SELECT u.uuid FROM users u WHERE u.account = ${account})`,
  ),
];
