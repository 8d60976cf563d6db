import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { type EstimatedRecipients, estimateCost } from '#schema/estimate.ts';
import type { NumberPlan } from '#schema/numberRanges.ts';
import type { Operator } from '#schema/phone.ts';
import { money, number, price } from '../../../core/format.ts';
import { useSmsConfig } from '../../../crud/useSmsConfig.ts';
import type { Draft } from './draft.ts';
import { countBody, type Values } from './texts.ts';
import { useRecipientSummary } from './useRecipientSummary.ts';
import { ViberEstimate } from './ViberEstimate.tsx';

/** How many of these numbers each operator has. */
export function byOperator(phones: readonly string[], plan: NumberPlan): EstimatedRecipients['byOperator'] {
  const counts = new Map<Operator, number>();
  for (const phone of phones) {
    const { operator } = plan.find(phone);
    counts.set(operator, (counts.get(operator) ?? 0) + 1);
  }
  return counts;
}

/** The cost of messages of `parts` parts to these recipients, in one line; nothing while it is unknown. */
export function EstimateText({ recipients, parts }: { recipients: EstimatedRecipients; parts: number }) {
  const translate = useTranslate();
  const config = useSmsConfig();
  if (parts === 0) return null;
  if (config?.is_free) return <>{translate('estimate.free')}</>;
  const estimate = estimateCost(recipients, parts, config?.prices ?? []);
  if (!estimate) return null;
  const { least, most, leastPrice, mostPrice } = estimate;
  const count = [...recipients.byOperator.values()].reduce((sum, one) => sum + one, recipients.others);
  const key =
    least !== most ? 'estimate.range' : leastPrice !== mostPrice ? 'estimate.mixed' : 'estimate.one';
  return (
    <>
      {translate(key, {
        smart_count: count,
        count: number(count),
        parts: translate('text.parts', { smart_count: parts, count: number(parts) }),
        price: price(leastPrice),
        least: money(least),
        most: money(most),
      })}{' '}
      {translate('estimate.packages')}
    </>
  );
}

/** The cost of a draft while it is written, before the check: usable recipients x parts x price. */
export const CostEstimate = memo(function CostEstimate({
  draft,
  values,
}: {
  draft: Pick<Draft, 'numbers' | 'groups' | 'sheet' | 'body' | 'channel' | 'fallback'>;
  values: Values | undefined;
}) {
  const { pasted, plan, counts } = useRecipientSummary(draft);
  const others = counts.groups + counts.file;
  const recipients: EstimatedRecipients = plan
    ? { byOperator: byOperator(pasted.phones, plan), others }
    : { byOperator: new Map(), others: others + pasted.good };
  return (
    <p className="compose-estimate">
      {draft.channel === 'viber' ? (
        <ViberEstimate draft={draft} recipients={recipients} values={values} />
      ) : (
        <EstimateText recipients={recipients} parts={countBody(draft.body, values).parts} />
      )}
    </p>
  );
});
