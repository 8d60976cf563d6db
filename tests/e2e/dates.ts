import type { Page } from 'playwright';

/** Types a day into the date field with this legend, in one of its calendars. */
export async function typeDate(
  page: Page,
  legend: string,
  calendar: 'BS' | 'AD',
  [y, m, d]: [string, string, string],
) {
  const date = page.getByRole('group', { name: legend });
  // The radio lies under its word.
  await date.getByRole('radio', { name: calendar }).check({ force: true });
  await date.getByLabel('Year').fill(y);
  await date.getByLabel('Month').selectOption(m);
  await date.getByLabel('Day').fill(d);
}
