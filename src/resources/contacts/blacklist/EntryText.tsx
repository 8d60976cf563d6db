import { useTranslate } from 'ra-core';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import { date } from '../../../core/format.ts';
import './blacklist.css';

type Translate = ReturnType<typeof useTranslate>;

/** A reason for display; reasons written by the server are translated. */
export const reasonText = (translate: Translate, reason: string): string => translate(reason, { _: reason });

/** Since when, by whom and why a number is blacklisted. */
export function EntryText({ entry }: { entry: Pick<BlacklistNumber, 'source' | 'reason' | 'created_at'> }) {
  const translate = useTranslate();
  return (
    <>
      {translate(`blacklist.since.${entry.source}`, { date: date(entry.created_at) })}
      {entry.reason && (
        <> {translate('blacklist.because', { reason: reasonText(translate, entry.reason) })}</>
      )}
    </>
  );
}
