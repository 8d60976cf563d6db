import type { Db } from '../../db/database.ts';
import { fixPart, readPart, type SettingsPart } from '../platform/settingsPart.ts';

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
