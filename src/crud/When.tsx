import { dateParts, dateTimeParts } from '../core/format.ts';

/** A day (`yyyy-mm-dd`) or ISO time in the user's calendar; if both calendars are on, the Gregorian day is below it. */
export function When({ iso }: { iso: string }) {
  const { main, beside } = /^\d{4}-\d\d-\d\d$/.test(iso) ? dateParts(iso) : dateTimeParts(iso);
  return (
    <time className="crud-number crud-when" dateTime={iso}>
      {main}
      {beside && ' '}
      {beside && <small>{beside}</small>}
    </time>
  );
}
