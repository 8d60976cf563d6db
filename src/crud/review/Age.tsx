import { useTranslate } from 'ra-core';
import { now } from '../../core/clock.ts';
import { digits } from '../../core/format.ts';
import './reviews.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something has waited since an ISO time: in minutes, after an hour in hours, after two days in days. */
export function useAge(): (iso: unknown) => string {
  const translate = useTranslate();
  return (iso) => {
    const age = Math.max(0, now() - Date.parse(String(iso)));
    if (Number.isNaN(age)) return '–';
    const [unit, length] = age < HOUR ? ['minutes', MINUTE] : age < 2 * DAY ? ['hours', HOUR] : ['days', DAY];
    const count = Math.floor(age / Number(length));
    return translate(`reviews.age.${unit}`, { smart_count: count, count: digits(String(count)) });
  };
}

/** The age, highlighted when long; `inWords` for places without a heading. */
export function Age({ since, inWords = false }: { since: unknown; inWords?: boolean }) {
  const translate = useTranslate();
  const age = useAge();
  const isLong = now() - Date.parse(String(since)) >= 2 * DAY;
  return (
    <span className="review-age" data-long={isLong || undefined}>
      {inWords ? translate('reviews.waitsFor', { age: age(since) }) : age(since)}
    </span>
  );
}
