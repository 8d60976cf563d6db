import { BikramSambat } from '#schema/bikramSambat.ts';
import { calendarYears } from './calendarYears.ts';

/** Shown next to the Gregorian day if the calendar does not have it. */
export const noBsDate = { en: 'BS date not known', ne: 'वि.सं. मिति थाहा छैन' };

let years = calendarYears.get();
let calendar = new BikramSambat(years);

/**
 * The current Bikram Sambat calendar: the built-in table and the years that the server's administrators
 * added.
 */
export function bikramSambat(): BikramSambat {
  if (years !== calendarYears.get()) {
    years = calendarYears.get();
    calendar = new BikramSambat(years);
  }
  return calendar;
}
