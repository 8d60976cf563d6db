import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { PARTS_MAX, placeholders, type SmsCount } from '#schema/sms.ts';
import { digits, number } from '../../../core/format.ts';
import { countBody, isComplete, replacementOf, ucs2Causes, type Values } from './texts.ts';

const SHOWN_MAX = 8;
const ROOM = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

const roomOf = ({ encoding, parts }: SmsCount): number => {
  const [single, each] = ROOM[encoding];
  return parts <= 1 ? single : each * parts;
};

/** Encoding, characters and parts of a text while it is written, as the server counts them. */
export function SmsCounter({ id, body, values }: { id: string; body: string; values?: Values }) {
  const translate = useTranslate();
  const count = countBody(body, values);
  const parts = translate('text.parts', { smart_count: count.parts, count: number(count.parts) });
  const hasPlaceholders = placeholders(body).length > 0;
  return (
    <div className="sms-counter">
      <p id={id}>
        <b>{translate(count.encoding === 'GSM-7' ? 'text.gsm' : 'text.unicode')}</b>
        <b className={count.parts > PARTS_MAX ? 'sms-bad' : undefined}>{parts}</b>
        <span>{translate('text.units', { units: number(count.units), room: number(roomOf(count)) })}</span>
        <span>{translate('text.left', { count: number(count.left) })}</span>
      </p>
      <p className="crud-hidden" role="status">
        {body === '' ? '' : parts}
      </p>
      {count.parts > PARTS_MAX && (
        <p className="sms-bad" role="alert">
          {translate('text.tooLong', { parts: number(count.parts), max: number(PARTS_MAX) })}
        </p>
      )}
      {hasPlaceholders && (
        <p className="sms-quiet">
          {translate(values && isComplete(body, values) ? 'text.withValues' : 'text.withoutValues')}
        </p>
      )}
    </div>
  );
}

/** A character for people to recognise: spaces and invisible ones by their code. */
const named = (char: string): string =>
  /[\s\p{Cf}]/u.test(char) ? `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}` : char;

/** Names the characters that force Unicode, and offers replacements. */
export function EncodingHint({
  body,
  values,
  onReplace,
}: {
  body: string;
  values?: Values;
  onReplace(text: string): void;
}) {
  const translate = useTranslate();
  const { nepali, others } = ucs2Causes(body);
  const offer = replacementOf(body, values);
  if (nepali && !offer) return <p className="sms-quiet">{translate('text.nepali')}</p>;
  if (others.length === 0) return null;
  if (nepali && offer && offer.saved === 0) return <p className="sms-quiet">{translate('text.nepali')}</p>;
  const rest = others.length - SHOWN_MAX;
  return (
    <div className="sms-hint">
      <p>
        {translate('text.forcing')}{' '}
        {others.slice(0, SHOWN_MAX).map((char) => (
          <kbd key={char}>{named(char)}</kbd>
        ))}
        {rest > 0 && ` ${translate('text.forcingMore', { count: digits(String(rest)) })}`}
      </p>
      {offer && (
        <Button size="small" variant="outlined" onClick={() => onReplace(offer.text)}>
          {translate(offer.whole ? 'text.replace' : 'text.replaceSome')} (
          {offer.saved > 0
            ? translate('text.saves', {
                smart_count: offer.saved,
                count: number(offer.saved),
                from: number(offer.partsNow),
              })
            : translate('text.savesNone')}
          )
        </Button>
      )}
    </div>
  );
}
