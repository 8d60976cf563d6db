import { clock, dateParts, isDay } from '../core/format.ts';

/** A day (`yyyy-mm-dd`) or ISO time in the user's calendar; if both calendars are on, the Gregorian day is below it. */
export function When({ iso }: { iso: string }) {
  const { main, beside } = dateParts(iso);
  const time = isDay(iso) ? null : clock(iso);
  return (
    <time className="crud-number crud-when" dateTime={iso}>
      {main}
      {/* Rows of two lines have no room for it. */}
      <span className="crud-clock">
        {time && ', '}
        {/* The zone does not come alone into another line. */}
        {time && <span className="crud-time">{time}</span>}
      </span>
      {beside && ' '}
      {beside && <small>{beside}</small>}
    </time>
  );
}
