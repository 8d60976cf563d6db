import { useTranslate } from 'ra-core';
import { VIBER_MAX, viberLength } from '#schema/channel.ts';
import { number } from '../../../core/format.ts';
import { countedText, type Values } from './texts.ts';

/** Characters of a Viber message while it is written: one message in any script, up to its limit. */
export function ViberCounter({ body, values }: { body: string; values?: Values }) {
  const translate = useTranslate();
  const length = viberLength(countedText(body, values));
  const isLong = length > VIBER_MAX;
  return (
    <div className="sms-counter">
      <p>
        <b>{translate('compose.viberMessage')}</b>
        <span className={isLong ? 'sms-bad' : undefined}>
          {translate('compose.viberLength', { count: number(length), max: number(VIBER_MAX) })}
        </span>
      </p>
      {isLong && (
        <p className="sms-bad" role="alert">
          {translate('compose.viberTooLong', { max: number(VIBER_MAX) })}
        </p>
      )}
    </div>
  );
}
