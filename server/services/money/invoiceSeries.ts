import { sql } from 'kysely';
import { billing, type InvoiceSeries, type SeriesInput } from '#schema/billingSettings.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { invalidField } from '../platform/problem.ts';
import { calendarNow } from '../platform/providerSettings.ts';

const START: Omit<InvoiceSeries, 'fiscal_year'> = { prefix: '', first: 1, last: null };

/** The prefix that a fiscal year takes over from the one before, unless it has its own. */
const formerPrefix = (fiscalYear: string) => sql`
  coalesce((SELECT prefix FROM invoice_number WHERE fiscal_year < ${fiscalYear} ORDER BY fiscal_year DESC LIMIT 1), '')`;

/**
 * Takes the next number of a fiscal year as a common table expression `next` with `last` and `prefix`. Its row is locked
 * until the transaction ends, so that no number is used twice and a rolled back one is used next.
 */
export const nextNumber = (fiscalYear: string) => sql`
  INSERT INTO invoice_number AS n (fiscal_year, last, prefix) VALUES (${fiscalYear}, 1, ${formerPrefix(fiscalYear)})
  ON CONFLICT (fiscal_year) DO UPDATE SET last = n.last + 1 RETURNING last, prefix`;

/** The names of the current fiscal year and the next one. */
async function openYears(db: Db, now?: Date): Promise<string[]> {
  const calendar = await calendarNow(db);
  const current = calendar.fiscalYear(nepalDay(now ?? (await databaseNow(db))))?.name ?? '';
  const year = Number(current.slice(0, 4)) + 1;
  return [`${year}/${String((year + 1) % 100).padStart(2, '0')}`, current];
}

/** The series of the next fiscal year, the current one, and those before that have invoices; newest first. */
export async function readSeries(db: Db, now?: Date): Promise<InvoiceSeries[]> {
  const { rows } = await sql<InvoiceSeries>`
    SELECT fiscal_year, prefix, first, CASE WHEN last >= first THEN last END AS last
    FROM invoice_number ORDER BY fiscal_year DESC`.execute(db);
  const missing = (await openYears(db, now)).filter((name) => !rows.some((row) => row.fiscal_year === name));
  const taken = (fiscal_year: string): InvoiceSeries => {
    const prefix = rows.find((row) => row.fiscal_year < fiscal_year)?.prefix ?? START.prefix;
    return { fiscal_year, ...START, prefix };
  };
  return [...rows, ...missing.map(taken)].sort((a, b) => b.fiscal_year.localeCompare(a.fiscal_year));
}

/**
 * Sets how the invoices of a fiscal year are numbered, in the caller's transaction. Throws `invalid` for a year that has
 * invoices, because their numbers would not be consecutive, and for one that is neither current nor the next.
 */
export async function setSeries(
  trx: Db,
  caller: Caller,
  { fiscal_year, prefix, first }: SeriesInput,
  now?: Date,
): Promise<InvoiceSeries[]> {
  const years = await openYears(trx, now);
  if (!years.includes(fiscal_year)) {
    const [next, current] = years;
    throw invalidField('fiscal_year', `Only the series of ${current} and ${next} can be set.`);
  }
  const before = (await readSeries(trx, now)).find((row) => row.fiscal_year === fiscal_year);
  const { rows } = await sql`
    INSERT INTO invoice_number AS n (fiscal_year, prefix, first, last)
    VALUES (${fiscal_year}, ${prefix}, ${first}, ${first - 1})
    ON CONFLICT (fiscal_year) DO UPDATE SET prefix = excluded.prefix, first = excluded.first, last = excluded.last
      WHERE n.last < n.first
    RETURNING fiscal_year`.execute(trx);
  if (rows.length === 0) {
    const text = `The invoices of ${fiscal_year} have begun, so their numbering cannot change.`;
    throw invalidField('fiscal_year', text);
  }
  const series = await readSeries(trx, now);
  const after = series.find((row) => row.fiscal_year === fiscal_year);
  const event = { action: 'update', entity: billing.name, account: null, title: fiscal_year };
  await audit(trx, caller, { ...event, before: { ...before }, after: { ...after } });
  return series;
}
