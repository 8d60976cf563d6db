import { useTranslate } from 'ra-core';
import type { Plan } from '#schema/compose.ts';
import { dateTime, money, number, rupees } from '../../../core/format.ts';
import type { Request } from './draft.ts';
import { needsColleague } from './PlanFigures.tsx';

/** Repeats the exact count and cost right before sending. */
export function ConfirmText({
  request,
  plan,
  senderName,
}: {
  request: Request;
  plan: Plan;
  senderName: string;
}) {
  const translate = useTranslate();
  const at = request.scheduled_at;
  return (
    <div className="compose-confirm">
      <p>
        {translate(plan.viber ? 'compose.confirmViber' : 'compose.confirmText', {
          name: request.name,
          sender: plan.viber?.identity ?? senderName,
          smart_count: plan.recipients,
          count: number(plan.recipients),
          parts: translate('text.parts', { smart_count: plan.parts, count: number(plan.parts) }),
        })}
      </p>
      {plan.viber?.fallback_minutes != null && (
        <p>
          {translate('compose.confirmFallback', {
            smart_count: plan.viber.fallback_minutes,
            count: number(plan.viber.fallback_minutes),
            sender: senderName,
          })}
        </p>
      )}
      {plan.package_parts > 0 && (
        <p>
          {translate('compose.confirmPackages', {
            smart_count: plan.package_parts,
            count: number(plan.package_parts),
          })}
        </p>
      )}
      <p>
        {plan.test && `${translate('plan.testText')} `}
        {plan.is_free
          ? translate('plan.testFree')
          : plan.cost === 0
            ? translate('compose.confirmFree')
            : plan.balance_after === null
              ? translate('compose.confirmCostOnly', { cost: money(plan.cost) })
              : translate('compose.confirmCost', {
                  cost: money(plan.cost),
                  after: rupees(plan.balance_after),
                })}
      </p>
      {request.urgent && <p>{translate('compose.confirmUrgent')}</p>}
      {plan.needs_approval && (
        <p>{translate(needsColleague(plan) ? 'compose.confirmColleague' : 'compose.confirmApproval')}</p>
      )}
      <p>
        {at ? translate('compose.confirmWhen', { time: dateTime(at) }) : translate('compose.confirmFinal')}
      </p>
    </div>
  );
}
