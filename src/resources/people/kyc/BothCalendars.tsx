import { useTranslate } from 'ra-core';
import { adDate, bsDate } from '../../../core/format.ts';

/** A day of a document in Bikram Sambat and in the Gregorian calendar, whichever the reader chose for other dates. */
export function BothCalendars({ iso }: { iso: string }) {
  const translate = useTranslate();
  const bs = bsDate(iso);
  const ad = translate('kyc.ad', { date: adDate(iso) });
  return (
    <time className="crud-number crud-when" dateTime={iso}>
      {bs ? translate('kyc.bs', { date: bs }) : ad}
      {bs && ' '}
      {bs && <small>{ad}</small>}
    </time>
  );
}
