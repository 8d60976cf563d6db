import { type RawBuilder, sql } from 'kysely';
import { URGENT_MAX } from '#schema/compose.ts';
import { VALIDITY_HOURS } from '#schema/providerSettings.ts';
import type { Db } from '../../db/database.ts';
import { fieldInForce, fixPart, readPart, type SettingsPart } from '../platform/settingsPart.ts';

/** When and for how long messages are sent, and how many can be urgent. */
export interface DeliverySettings {
  /** Hours for which an operator tries to deliver a message; after them its state is final. */
  validity_hours: number;
  /** `22:00-07:00` (Asia/Kathmandu): when only urgent messages are sent. */
  quiet_hours: string | null;
  /** Recipients that an urgent campaign can have; 0: there are none. */
  urgent_max: number;
  /** Recipients that an account's urgent campaigns can have on one day (Nepal) together. */
  urgent_daily: number | null;
}

export const deliveryPart: SettingsPart<DeliverySettings> = {
  name: 'delivery',
  first: { validity_hours: VALIDITY_HOURS, quiet_hours: null, urgent_max: URGENT_MAX, urgent_daily: null },
};

export const readDelivery = (db: Db): Promise<DeliverySettings> => readPart(db, deliveryPart);

/** Fixes what the environment sets. Called by processes that do the work: it may be set for these alone. */
export const fixDelivery = (
  db: Db,
  env: { VALIDITY_HOURS?: number | undefined; QUIET_HOURS?: string | undefined },
): Promise<void> =>
  fixPart(db, deliveryPart, { validity_hours: env.VALIDITY_HOURS, quiet_hours: env.QUIET_HOURS });

/** A number of hours, or the SQL of one. */
export type Hours = number | RawBuilder<number>;

/** SQL: the hours after which a message's state is final. */
export const validityHours: Hours = sql<number>`
  coalesce(${fieldInForce(deliveryPart, 'validity_hours')}::int, ${sql.lit(VALIDITY_HOURS)})`;
