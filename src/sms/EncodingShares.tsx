import { useTranslate } from 'ra-core';
import type { Plan } from '#schema/compose.ts';
import type { Encoding } from '#schema/sms.ts';
import { number } from '../format.ts';

/** How many messages have which encoding, those that occur: a mixed campaign shows both. */
export function EncodingShares({ encodings }: Pick<Plan, 'encodings'>) {
  const translate = useTranslate();
  const shares = (Object.entries(encodings) as [Encoding, number][]).filter(([, count]) => count > 0);
  return shares
    .map(([encoding, count]) =>
      translate('plan.encodingOf', {
        encoding: translate(encoding === 'GSM-7' ? 'text.gsm' : 'text.unicode'),
        smart_count: count,
        count: number(count),
      }),
    )
    .join(' · ');
}
