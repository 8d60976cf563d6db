import { sql } from 'kysely';

const HOUR = 3_600_000;

export const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR);
export const daysAgo = (days: number): Date => ago(24 * days);
export const after = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * HOUR);

/** The administrator, who has made all past decisions. */
export const reviewer = sql`(SELECT uuid FROM users WHERE role = 'admin' ORDER BY uuid LIMIT 1)`;

/** Inserts a sender ID of the account in `table`, asked for at a time and approved some hours later. */
export const approvedSender = (table: string, name: string, at: Date, hours: number) => sql`
  INSERT INTO sender_identity (uuid, account, name, purpose, status, created_at, decided_at)
  SELECT uuid_v7(${at}), uuid, ${name}, 'Demonstration', 'approved', ${at}, ${after(at, hours)} FROM ${sql.table(table)}`;
