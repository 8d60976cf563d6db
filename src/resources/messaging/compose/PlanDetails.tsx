import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { Plan } from '#schema/compose.ts';
import { number } from '../../../core/format.ts';
import { spaced } from '../../../core/labels.ts';
import { ExactAmount } from '../../../crud/fields.tsx';
import { OperatorFigures } from '../OperatorFigures.tsx';
import { EncodingShares } from './EncodingShares.tsx';

/** What a plan costs at each operator. */
export function OperatorTable({ plan }: { plan: Plan }) {
  const translate = useTranslate();
  const heading = useId();
  if (plan.operators.length === 0) return null;
  const hasPackages = plan.package_parts > 0;
  const { viber } = plan;
  const hasFallback = viber?.fallback_minutes != null;
  const columns = [
    'messages',
    ...(viber ? [] : ['partsShort']),
    ...(hasPackages ? ['packageParts'] : []),
    viber ? 'viberPrice' : 'price',
    ...(hasFallback ? ['smsPrice'] : []),
    hasFallback ? 'held' : 'amount',
  ].map((name) => `plan.${name}`);
  return (
    <div className="crud-card sms-section">
      <h3 id={heading}>{translate('plan.operators')}</h3>
      <OperatorFigures labelledBy={heading} columns={columns}>
        <tbody>
          {plan.operators.map((operator) => (
            <tr key={operator.operator}>
              <th scope="row">
                {translate(`crud.choices.${operator.operator}`)}
                {operator.closed && <em className="sms-tag">{translate('plan.closedTag')}</em>}
              </th>
              <td className="sms-end">{number(operator.messages)}</td>
              {!viber && <td className="sms-end">{number(operator.parts)}</td>}
              {hasPackages && <td className="sms-end">{number(operator.package_parts)}</td>}
              <td className="sms-end">
                <ExactAmount minor={operator.price} />
              </td>
              {hasFallback && (
                <td className="sms-end">
                  <ExactAmount minor={operator.sms_price ?? 0} />
                </td>
              )}
              <td className="sms-end">
                <ExactAmount minor={operator.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('plan.total')}</th>
            <td className="sms-end">{number(plan.recipients)}</td>
            {!viber && <td className="sms-end">{number(plan.parts)}</td>}
            {hasPackages && <td className="sms-end">{number(plan.package_parts)}</td>}
            <td />
            {hasFallback && <td />}
            <td className="sms-end">
              <ExactAmount minor={plan.cost} />
            </td>
          </tr>
        </tfoot>
      </OperatorFigures>
      {!viber && (
        <p className="sms-quiet">
          {translate('plan.encodings')}: <EncodingShares encodings={plan.encodings} />
        </p>
      )}
    </div>
  );
}

/** The first messages of a plan, as their recipients would read them. */
export function PlanSamples({ plan }: { plan: Plan }) {
  const translate = useTranslate();
  const heading = useId();
  if (plan.samples.length === 0) return null;
  return (
    <section className="crud-card sms-section" aria-labelledby={heading}>
      <h3 id={heading}>{translate('plan.samples')}</h3>
      <ul className="sms-samples">
        {plan.samples.map((sample) => (
          <li key={sample.phone}>
            <p className="sms-quiet">
              <span className="crud-number">{spaced(sample.phone)}</span>
              {!plan.viber &&
                ` · ${translate('plan.sampleParts', { smart_count: sample.parts, count: number(sample.parts) })}`}
            </p>
            <p className="sms-bubble">{sample.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
