import { dayInBoth } from '#schema/dayInBoth.ts';
import { dayOf, digits } from '../../../core/format.ts';
import { bikramSambat } from '../../../core/nepaliDate.ts';
import { preferences } from '../../../core/preferences.ts';

/** A day in both calendars, in the reader's language and digits. */
export function dateInBoth(iso: string | null | undefined): string {
  const at = dayOf(iso);
  if (Number.isNaN(at.getTime())) return '–';
  return digits(dayInBoth(bikramSambat(), at.toISOString().slice(0, 10), preferences.get().language));
}
