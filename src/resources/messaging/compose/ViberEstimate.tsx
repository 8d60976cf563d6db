import { useTranslate } from 'ra-core';
import { type EstimatedRecipients, estimateCost } from '#schema/estimate.ts';
import type { Operator } from '#schema/phone.ts';
import { money, number, price } from '../../../core/format.ts';
import { useSmsConfig } from '../../../crud/useSmsConfig.ts';
import type { Draft } from './draft.ts';
import { needsSms } from './fallback.ts';
import { countBody, type Values } from './texts.ts';
import { useViber } from './useViber.ts';

type Prices = readonly { operator: Operator; price: number }[];

/**
 * The cost of a message over Viber: one Viber message for each recipient, and with fallback what it is if all are sent as SMS,
 * in the parts that an SMS has. Nothing while it is unknown.
 */
export function ViberEstimate({
  draft,
  recipients,
  values,
}: {
  draft: Pick<Draft, 'body' | 'channel' | 'fallback'>;
  recipients: EstimatedRecipients;
  values: Values | undefined;
}) {
  const translate = useTranslate();
  const viber = useViber();
  const config = useSmsConfig();
  if (draft.body === '') return null;
  if (viber?.destination === 'simulator') return <>{translate('estimate.free')}</>;
  const found = estimateCost(recipients, 1, (viber?.prices ?? []) as Prices);
  if (!found) return null;
  const { least, most, leastPrice, mostPrice } = found;
  const count = [...recipients.byOperator.values()].reduce((sum, one) => sum + one, recipients.others);
  const isRange = least !== most;
  const key = isRange ? 'viberRange' : leastPrice === mostPrice ? 'viberOne' : 'viberMixed';
  const { parts } = countBody(draft.body, values);
  const sms = needsSms(draft) ? estimateCost(recipients, parts, config?.prices ?? []) : undefined;
  return (
    <>
      {translate(`estimate.${key}`, {
        smart_count: count,
        count: number(count),
        price: price(leastPrice),
        least: money(least),
        most: money(most),
      })}{' '}
      {sms &&
        translate(sms.least === sms.most ? 'estimate.viberSms' : 'estimate.viberSmsRange', {
          parts: translate('text.parts', { smart_count: parts, count: number(parts) }),
          least: money(sms.least),
          most: money(sms.most),
        })}{' '}
      {translate('estimate.viberWallet')}
    </>
  );
}
