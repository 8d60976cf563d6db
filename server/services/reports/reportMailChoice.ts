import { type Kysely, sql } from 'kysely';
import type { ReportMail } from '#schema/reportMail.ts';
import type { Db } from '../../db/database.ts';
import { type MailEnvironment, sendsMail } from '../mail/mailServer.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { type Caller, seesOwnUser } from '../platform/caller.ts';

type Calendar = 'ad' | 'bs';

/** Whether the caller gets the monthly mail. The address is empty for those who may not read the profile. */
export async function readReportMail(db: Db, caller: Caller, env: MailEnvironment): Promise<ReportMail> {
  const { rows } = await sql<Omit<ReportMail, 'can_send'>>`
    SELECT CASE WHEN ${seesOwnUser(caller)}::boolean THEN u.email ELSE '' END AS email, r.calendar
    FROM users u LEFT JOIN report_mail r ON r."user" = u.uuid WHERE u.uuid = ${caller.user}`.execute(db);
  return { ...(rows[0] as (typeof rows)[0]), can_send: await sendsMail(db, env) };
}

/** Switches the caller's monthly mail on, to another calendar, or off (null). */
export const setReportMail = (
  db: Kysely<unknown>,
  by: Actor & { user: string; account: string },
  calendar: Calendar | null,
  entity: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ email: string; before: Calendar | null }>`
      SELECT u.email, (SELECT calendar FROM report_mail r WHERE r."user" = u.uuid) AS before
      FROM users u WHERE u.uuid = ${by.user} FOR UPDATE`.execute(trx);
    const { email: title, before } = rows[0] as (typeof rows)[0];
    if (before === calendar) return;
    await sql`DELETE FROM report_mail WHERE "user" = ${by.user}`.execute(trx);
    if (calendar)
      await sql`INSERT INTO report_mail ("user", calendar) VALUES (${by.user}, ${calendar})`.execute(trx);
    await audit(trx, by, {
      ...{ action: 'update', entity, record: by.user, account: by.account, title },
      ...{ before: { monthly_mail: before }, after: { monthly_mail: calendar } },
    });
  });
