import { dateParts, dateTimeParts } from '../core/format.ts';

/** A day (`yyyy-mm-dd`) or an ISO time in the reader's calendar; with both, the Gregorian day quietly below. */
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
