import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { bookChecks, invoiceNumbers, type OfAccount } from './bookChecks.ts';
import { invoiceChecks } from './invoiceChecks.ts';
import { dailyMessages, linkUse, messageChecks, messageUse, shared } from './messageChecks.ts';
import { trialChecks } from './trialChecks.ts';

/** One inconsistency in the books. */
export interface Violation {
  /** The broken rule; docs/ledger.md explains each. */
  check: string;
  /** Null if it belongs to no account. */
  account: string | null;
  /** The affected record: a uuid, or a day with its operator or link. */
  record: string;
  /** The computed and the stored values: numbers in the check's own order. */
  expected: string | null;
  found: string | null;
}

/** The names of all checks. */
export const LEDGER_CHECKS: readonly string[] = [
  ...Object.keys(bookChecks),
  ...Object.keys(trialChecks),
  ...Object.keys(invoiceChecks),
  'invoice-numbers',
  ...Object.keys(messageChecks),
  'daily-messages',
  'message-use',
  'link-use',
];

interface Options {
  /** Check only this account. */
  account?: string | undefined;
  /** False skips the checks that read messages; the others are fast however many were sent. */
  messages?: boolean;
}

/**
 * Checks the books of an account, or of all, for inconsistencies: balances and entries, amounts that campaigns hold,
 * captured and released, packages, consumption, days, payments and invoices. It is one statement with one snapshot, so it
 * may run while money moves. Reads everything that it compares; returns violations in the order of the checks.
 */
export async function checkLedger(db: Db, { account, messages = true }: Options = {}): Promise<Violation[]> {
  const mine: OfAccount = (column) => (account ? sql`${sql.ref(column)} = ${account}` : sql`true`);
  const checks = [
    ...Object.entries({ ...bookChecks, ...trialChecks, ...invoiceChecks }).map(
      ([name, check]) => [name, check(mine)] as const,
    ),
    ...(account ? [] : [['invoice-numbers', invoiceNumbers] as const]),
    ...(messages ? [...Object.entries(messageChecks), ['daily-messages', dailyMessages(mine)] as const] : []),
    ...(messages ? [['message-use', messageUse(mine)] as const] : []),
    ...(messages && !account ? [['link-use', linkUse] as const] : []),
  ];
  const found = checks.map(
    ([name, query], n) => sql`
      SELECT ${sql.lit(n)} AS n, ${sql.lit(name)} AS "check", * FROM (${query}) AS v(account, record, expected, found)`,
  );
  const { rows } = await sql<Violation>`
    ${messages ? sql`WITH ${shared(mine)}` : sql``}
    SELECT "check", account, record, expected, found FROM (${sql.join(found, sql` UNION ALL `)}) every
    ORDER BY n, account, record`.execute(db);
  return rows;
}
