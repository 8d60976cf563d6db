import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { fieldInForce, fixPart, readPart, type SettingsPart } from '../platform/settingsPart.ts';

/** How long messages are kept, unless an account has its own. */
export interface RetentionSettings {
  /** Months after the messages' own month (UTC); null: for ever. */
  message_months: number | null;
}

export const retentionPart: SettingsPart<RetentionSettings> = {
  name: 'retention',
  first: { message_months: null },
};

/** How long messages are kept now. */
export const readRetention = (db: Db): Promise<RetentionSettings> => readPart(db, retentionPart);

/**
 * Fixes the months that the environment sets. Called by processes that do the work: MESSAGE_MONTHS may be set for these
 * alone.
 */
export const fixRetention = (
  db: Db,
  { MESSAGE_MONTHS }: { MESSAGE_MONTHS?: number | undefined },
): Promise<void> => fixPart(db, retentionPart, { message_months: MESSAGE_MONTHS });

/** SQL: the months for which messages of the account with this alias are kept; null: for ever. */
export const monthsOf = (account: string): RawBuilder<number | null> =>
  sql`coalesce(${sql.ref(`${account}.message_months`)}, ${fieldInForce(retentionPart, 'message_months')}::int)`;

/** SQL: when messages of a month go that are kept for so many months; both times are UTC without a zone. Null: never. */
const endOf = (month: RawBuilder<unknown>, months: RawBuilder<unknown> | number | null) =>
  sql<Date | null>`(${month} + make_interval(months => ${months}::int + 1))`;

/** SQL: whether these messages may go. */
export const isOver = (month: RawBuilder<unknown>, months: RawBuilder<unknown> | number | null) =>
  sql<boolean>`coalesce(${endOf(month, months)} <= now() AT TIME ZONE 'UTC', false)`;

/** SQL: the month (UTC) of a moment. */
export const monthOf = (moment: RawBuilder<unknown>) =>
  sql`date_trunc('month', ${moment} AT TIME ZONE 'UTC')`;

/** SQL: until when the messages of the campaign with this alias are kept; null: for ever. */
export const keptUntil = (campaign: string): RawBuilder<Date | null> => {
  const made = monthOf(sql.ref(`${campaign}.created_at`));
  return sql`(SELECT ${endOf(made, monthsOf('a'))} AT TIME ZONE 'UTC' FROM account a
    WHERE a.uuid = ${sql.ref(`${campaign}.account`)})`;
};
