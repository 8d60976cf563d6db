import { dateParts, dateTimeParts, isDay } from '../core/format.ts';

/** A day (`yyyy-mm-dd`) or ISO time in the user's calendar; if both calendars are on, the Gregorian day is below it. */
export function When({ iso }: { iso: string }) {
  const day = dateParts(iso);
  const { main, beside } = isDay(iso) ? day : dateTimeParts(iso);
  return (
    <time className="crud-number crud-when" dateTime={iso}>
      {day.main}
      {/* Rows of two lines have no room for it. */}
      <span className="crud-clock">{main.slice(day.main.length)}</span>
      {beside && ' '}
      {beside && <small>{beside}</small>}
    </time>
  );
}
