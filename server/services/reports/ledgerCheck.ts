import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { bookChecks, invoiceNumbers, type Mine } from './bookChecks.ts';
import { dailyMessages, linkUse, messageChecks, shared } from './messageChecks.ts';

/** One place where the books do not agree. */
export interface Violation {
  /** Which rule is broken; docs/ledger.md says what each means. */
  check: string;
  /** Null for what belongs to no account. */
  account: string | null;
  /** What it is of: a uuid, or a day with its operator or link. */
  record: string;
  /** What follows from the other rows, and what stands there: numbers in the check's own order. */
  expected: string | null;
  found: string | null;
}

/** The names of all checks. */
export const LEDGER_CHECKS: readonly string[] = [
  ...Object.keys(bookChecks),
  'invoice-numbers',
  ...Object.keys(messageChecks),
  'daily-messages',
  'link-use',
];

interface Options {
  /** Only this account's books. */
  account?: string | undefined;
  /** False leaves out what reads messages: the rest takes little time however many were sent. */
  messages?: boolean;
}

/**
 * Looks for everything that does not agree in the books of an account, or of all: balances and entries, what
 * campaigns hold, captured and gave back, packages, consumption, days, payments and invoices. One statement,
 * so one moment: it may run while money moves. Reads all that it compares; answers violations in the order
 * of the checks.
 */
export async function checkLedger(db: Db, { account, messages = true }: Options = {}): Promise<Violation[]> {
  const mine: Mine = (column) => (account ? sql`${sql.ref(column)} = ${account}` : sql`true`);
  const checks = [
    ...Object.entries(bookChecks).map(([name, check]) => [name, check(mine)] as const),
    ...(account ? [] : [['invoice-numbers', invoiceNumbers] as const]),
    ...(messages ? [...Object.entries(messageChecks), ['daily-messages', dailyMessages(mine)] as const] : []),
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
