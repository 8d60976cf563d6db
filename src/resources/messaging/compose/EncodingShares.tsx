import { useTranslate } from 'ra-core';
import type { Plan } from '#schema/compose.ts';
import { encodingShares } from '#schema/sms.ts';
import { number } from '../../../core/format.ts';

/** How many messages have which encoding, those that occur: `717 GSM-7, 240 Unicode`. */
export function EncodingShares({ encodings }: Pick<Plan, 'encodings'>) {
  const translate = useTranslate();
  return encodingShares(encodings)
    .map(([encoding, count]) =>
      translate('plan.encodingOf', {
        encoding: translate(encoding === 'GSM-7' ? 'text.gsm' : 'text.unicode'),
        count: number(count),
      }),
    )
    .join(', ');
}
