import { type Kysely, sql } from 'kysely';
import { bsMonthText } from '#schema/bsMonthText.ts';
import { adMonths } from '#schema/dayTexts.ts';
import { allows, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import { ownReportPair, reportPair } from '#schema/report.ts';
import type { Db } from '../../db/database.ts';
import { composeMail } from '../mail/composeMail.ts';
import { grouped } from '../mail/decisionMails.ts';
import { type Mail, postMail } from '../mail/mail.ts';
import { type MailEnvironment, sendsMail } from '../mail/mailServer.ts';
import type { Language, Message } from '../mail/mailTexts.ts';
import { readBrand } from '../platform/brand.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { calendarNow } from '../platform/providerSettings.ts';
import { monthBefore, monthKey } from './months.ts';
import { reportOf } from './reports.ts';
import { unsubscribePath } from './reportUnsubscribe.ts';

type Calendar = 'ad' | 'bs';

/** Days after a month's end for which its mail is known as queued: clocks that are wrong by months queue it again. */
const MONTH_DAYS = 100;

/** The mail goes at six in the morning of a month's first day: late results of the last evening are in, and nobody is woken. */
const SIX_HOURS = 6 * 3_600_000;

/**
 * Queues the mail about the newest month that is over for every user who wants it and did not get it, once per month
 * whatever processes do so at once. Without a mail server nothing is queued until there is one. Returns how many.
 */
export async function postReportMails(
  db: Kysely<unknown>,
  env: MailEnvironment,
  given?: Date,
): Promise<number> {
  const { rows: wanted } = await sql<{ bs: boolean }>`
    SELECT bool_or(calendar = 'bs') AS bs FROM report_mail HAVING count(*) > 0`.execute(db);
  if (!wanted[0] || !(await sendsMail(db, env))) return 0;
  const at = given ?? (await databaseNow(db));
  const today = nepalDay(new Date(at.getTime() - SIX_HOURS));
  const ad = monthBefore(today, null);
  const bs = wanted[0].bs ? monthBefore(today, await calendarNow(db)) : ad;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ uuid: string; email: string }>`
      WITH due AS (
        INSERT INTO report_month ("user", calendar, from_day, until_day)
        SELECT r."user", r.calendar, m.from_day, m.until_day
        FROM report_mail r JOIN (VALUES ('ad', ${ad.from}::date, ${ad.until}::date), ('bs', ${bs.from}::date, ${bs.until}::date))
          AS m(calendar, from_day, until_day) USING (calendar)
        WHERE nepal_day(r.since) <= m.until_day
        ON CONFLICT DO NOTHING RETURNING uuid, "user")
      SELECT due.uuid, u.email FROM due JOIN users u ON u.uuid = due."user" ORDER BY due.uuid`.execute(trx);
    for (const { uuid, email } of rows) await postMail(trx, { kind: 'report-month', to: email, about: uuid });
    return rows.length;
  });
}

/** Deletes what says that a month's mail was queued, once no server can take the month for the newest that is over. */
export async function forgetReportMonths(db: Db): Promise<void> {
  await sql`DELETE FROM report_month WHERE until_day < nepal_day(now()) - ${MONTH_DAYS}::int`.execute(db);
}

interface Due {
  user: string;
  account: string;
  role: Role;
  ui_permissions: readonly Pair[] | null;
  is_staff: boolean;
  language: Language | null;
  calendar: Calendar;
  from: string;
  until: string;
}

async function monthText(db: Db, { calendar, from }: Due, language: Language): Promise<string> {
  if (calendar === 'bs') return bsMonthText(monthKey(from, await calendarNow(db)), language);
  const [year, month] = from.split('-').map(Number);
  return `${adMonths[language][(month as number) - 1]} ${year}`;
}

const count = (value: number): string => grouped(value * 100).replace(/\.00$/, '');

/**
 * The mail about a user's month, when it is sent; undefined if the user may no longer sign in or see reports, has another
 * address, or has switched it off. Figures by account stay behind the sign-in: the mail has totals and a link.
 */
export async function reportMail(
  db: Db,
  mail: Mail,
  publicUrl: () => string,
  apiUrl?: string,
): Promise<Message | undefined> {
  const { rows } = await sql<Due>`
    SELECT u.uuid AS "user", u.account, u.role, u.ui_permissions, u.is_staff, u.language, m.calendar,
      to_char(m.from_day, 'YYYY-MM-DD') AS "from", to_char(m.until_day, 'YYYY-MM-DD') AS until
    FROM report_month m JOIN report_mail r ON r."user" = m."user" JOIN users u ON u.uuid = m."user"
    JOIN account a ON a.uuid = u.account
    WHERE m.uuid = ${mail.about} AND lower(u.email) = lower(${mail.to}) AND u.is_active AND a.is_active`.execute(
    db,
  );
  const [due] = rows;
  if (!due || !allows(pairsOf(due), due.is_staff ? reportPair : ownReportPair)) return undefined;
  const { from, until, account } = due;
  const language = due.language ?? 'en';
  const { total } = await reportOf(db, { by: 'day', from, until, ...(!due.is_staff && { account }) }, 1);
  const page = due.is_staff ? '/admin/reports' : '/reports';
  const site = publicUrl().replace(/\/+$/, '');
  const link = `${site}${page}?period=own&from=${from}&until=${until}`;
  const path = await unsubscribePath(db, due.user);
  // Without the link people switch it off where they switched it on.
  const stop = path && `${apiUrl ? apiUrl.replace(/\/+$/, '') : new URL(site).origin}${path}`;
  const values = {
    ...{ month: await monthText(db, due, language), link, stop_link: stop ?? link },
    ...{ sent: count(total.sent), delivered: count(total.delivered), failed: count(total.failed) },
  };
  const message = await composeMail(db, await readBrand(db), language, { kind: 'report-month', values });
  return stop ? { ...message, unsubscribe: stop } : message;
}
