import { sql } from 'kysely';
import { type AddedYear, BikramSambat } from '#schema/bikramSambat.ts';
import { FIRST_PROVISIONAL_YEAR } from '#schema/bikramSambatTable.ts';
import type { ProviderSettings } from '#schema/providerSettings.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { audit } from './audit.ts';
import type { Caller } from './caller.ts';
import { databaseNow } from './databaseClock.ts';
import { nepalDay } from './nepalTime.ts';
import { Problem } from './problem.ts';

/** Settings as stored. */
type Settings = ProviderSettings & { calendar_years: AddedYear[]; two_factor_roles: string[] };

/** The provider's current settings; `lock` prevents changes until the transaction ends. */
export async function readSettings(db: Db, lock = false): Promise<Settings> {
  const { rows } = await sql<Settings>`${prepared}
    SELECT approval_above, consecutive_numbers, staff_two_factor, two_factor_roles, staff_idle_minutes, customer_idle_minutes,
      second_person_above, step_up_minutes, calendar_years
    FROM provider_setting ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  const settings = rows[0] as Settings;
  // A later release may have an added year in its own table.
  const needed = settings.calendar_years.filter(({ year }) => year >= FIRST_PROVISIONAL_YEAR);
  return { ...settings, calendar_years: needed };
}

/** Bikram Sambat as currently known: the table, and the years that administrators added. */
export async function calendarNow(db: Db): Promise<BikramSambat> {
  return new BikramSambat((await readSettings(db)).calendar_years);
}

/**
 * Changes the provider's settings, in the caller's transaction. Throws `invalid` if it would change a year of the calendar
 * that is over at `now`.
 */
export async function changeSettings(
  trx: Db,
  caller: Caller,
  settings: ProviderSettings,
  now?: Date,
): Promise<void> {
  const before = await readSettings(trx, true);
  const { approval_above = null, consecutive_numbers = null, staff_two_factor } = settings;
  const {
    two_factor_roles = before.two_factor_roles,
    staff_idle_minutes = before.staff_idle_minutes,
    customer_idle_minutes = before.customer_idle_minutes,
    second_person_above = before.second_person_above,
    step_up_minutes = before.step_up_minutes,
  } = settings;
  const years = [...(settings.calendar_years ?? before.calendar_years)].sort((a, b) => a.year - b.year);
  keepPastYears(before.calendar_years, years, now ?? (await databaseNow(trx)));
  // A trigger keeps the two settings of two-factor sign-in in step.
  await sql`
    UPDATE provider_setting SET approval_above = ${approval_above}, consecutive_numbers = ${consecutive_numbers},
      staff_two_factor = ${staff_two_factor}, two_factor_roles = ${[...two_factor_roles]}, second_person_above = ${second_person_above},
      step_up_minutes = ${step_up_minutes},
      staff_idle_minutes = ${staff_idle_minutes}, customer_idle_minutes = ${customer_idle_minutes},
      calendar_years = ${JSON.stringify(years)}`.execute(trx);
  const after = await readSettings(trx);
  await audit(trx, caller, { action: 'update', entity: 'admin/settings', before, after });
}

/** A forecast may always be corrected; a year entered as published is final once it is past. */
function keepPastYears(before: readonly AddedYear[], after: readonly AddedYear[], now: Date): void {
  const calendar = new BikramSambat(before);
  const today = nepalDay(now);
  for (const { year, months } of before) {
    const lastDay = calendar.fromBs({ year, month: 12, day: calendar.daysInMonth(year, 12) }) ?? '';
    const kept = after.find((entry) => entry.year === year);
    if (lastDay >= today || kept?.months.join() === months.join()) continue;
    const text = `The year ${year} is over, so its calendar cannot be changed.`;
    throw new Problem('invalid', 'A year that is over cannot be changed. Nothing was changed.', {
      errors: { calendar_years: [text] },
    });
  }
}
