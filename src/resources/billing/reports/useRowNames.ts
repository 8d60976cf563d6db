import { useTranslate } from 'ra-core';
import type { ReportRow } from '#schema/report.ts';
import { type ReportKind, statusReasons } from '#schema/reportKinds.ts';
import { date, digits } from '../../../core/format.ts';
import { useMessageReason } from '../../../crud/useMessageReason.ts';

/** An hour as a clock shows its start: `09:00`. */
export const hourText = (hour: string): string => digits(`${hour.padStart(2, '0')}:00`);

/** Names what a row of a report is about. */
export function useRowNames(by: ReportKind): (row: Pick<ReportRow, 'key' | 'name'>) => string {
  const translate = useTranslate();
  const reasonOf = useMessageReason();
  return ({ key, name }) => {
    if (by === 'day') return date(key);
    if (by === 'hour') return hourText(key);
    if (by === 'account') return name ?? key;
    if (by === 'operator' || (by === 'reason' && statusReasons.has(key)))
      return translate(`crud.choices.${key}`, { _: key });
    if (by === 'reason') return reasonOf(key);
    return key || translate('reports.noLink');
  };
}
