import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Plan } from '#schema/compose.ts';
import { date, money, number, rupees, today } from '../../../core/format.ts';
import { AddLink } from '../../../crud/NoOperator.tsx';
import { SenderAlert, type UseSender } from './SenderAlert.tsx';
import './sms.css';

/** Whether pressing Send would send it. */
export const isSendable = (plan: Plan): boolean =>
  plan.sufficient && plan.recipients > 0 && !plan.no_operator && !isAboveCap(plan);

/** Whether the account would send more on the campaign's day than it may. Older servers have no such limit. */
const isAboveCap = ({ daily_cap }: Plan): boolean =>
  daily_cap !== null && daily_cap !== undefined && daily_cap.total > daily_cap.cap;

export const refusedCount = (plan: Plan): number =>
  Object.values(plan.refused).reduce((sum, count) => sum + count, 0);

type PlanFigure = readonly [key: string, label: string, value: ReactNode, note?: ReactNode];
type Translate = ReturnType<typeof useTranslate>;

/** The balance after sending, or the missing amount; no amount for users who may not see the balance. */
function left(plan: Plan, translate: Translate): PlanFigure[] {
  const { sufficient, balance, balance_after: after } = plan;
  const label = translate('plan.after');
  if (balance === null || after === null)
    return sufficient ? [] : [['after', label, <Bad key="missing">{translate('plan.insufficient')}</Bad>]];
  const now = translate('plan.now', { amount: rupees(balance) });
  if (sufficient) return [['after', label, rupees(after), now]];
  const missing = translate('plan.missing', { amount: money(missingOf(plan)) });
  return [['after', label, <Bad key="missing">{missing}</Bad>, now]];
}

const Bad = ({ children }: { children: ReactNode }) => <span className="sms-bad">{children}</span>;

/** What balance and credit lack for the cost, in minor units. Older servers give no credit. */
const missingOf = ({ cost, balance, credit_limit }: Plan): number =>
  cost - (balance ?? 0) - (credit_limit ?? 0);

/** What it costs if Viber delivers every message, and if all are sent as SMS. */
function overViber(viber: NonNullable<Plan['viber']>, translate: Translate): PlanFigure[] {
  const { viber_amount, sms_amount, fallback_minutes } = viber;
  if (sms_amount === null || fallback_minutes === null) return [];
  const note = translate('plan.smsAfter', { smart_count: fallback_minutes, count: number(fallback_minutes) });
  return [
    ['viber', translate('plan.allViber'), rupees(Math.round(viber_amount))],
    ['sms', translate('plan.allSms'), rupees(Math.round(sms_amount)), note],
  ];
}

/** Whether the cost is the most that it may become. */
const isDearest = ({ viber }: Plan): boolean => viber?.fallback_minutes != null;

/** Why a plan cannot be paid. */
export const shortText = (plan: Plan, translate: Translate): string =>
  plan.balance === null
    ? translate('plan.insufficientOnly', { cost: money(plan.cost) })
    : translate('plan.insufficientText', {
        cost: money(plan.cost),
        balance: rupees(plan.balance),
        missing: money(missingOf(plan)),
      });

/** The figures of a plan: recipients, cost and remaining balance. */
export function PlanFigures({ plan }: { plan: Plan }) {
  const translate = useTranslate();
  const figures: PlanFigure[] = [
    ['given', translate('plan.given'), number(plan.given)],
    ['sent', translate('plan.willBeSent'), number(plan.recipients)],
    ['refused', translate('plan.refusedCount'), number(refusedCount(plan))],
    [
      'parts',
      translate(plan.viber ? 'plan.viberMessages' : 'plan.parts'),
      number(plan.parts),
      plan.package_parts > 0 && translate('plan.partsPackage', { count: number(plan.package_parts) }),
    ],
    ...(plan.viber ? overViber(plan.viber, translate) : []),
    ['cost', translate(isDearest(plan) ? 'plan.held' : 'plan.cost'), rupees(plan.cost)],
    ...left(plan, translate),
  ];
  return (
    <dl className="sms-figures">
      {figures.map(([key, label, value, note]) => (
        <div key={key} data-figure={key}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const exceeds = (limit: Plan['approval']): boolean => Boolean(limit && limit.total > limit.above);

/** Whether a colleague has to approve the campaign. Only a server with that limit reports it. */
export const needsColleague = ({ colleague_approval }: Plan): boolean => exceeds(colleague_approval);

/** Why a campaign needs an approval: its day's total. Older servers do not report it. */
function ApprovalReason({ limit, by }: { limit: Plan['approval']; by: 'provider' | 'colleague' }) {
  const translate = useTranslate();
  if (!limit || !exceeds(limit)) return null;
  const { above, day, total } = limit;
  const when = above === 0 ? 'everyNeedsApproval' : day === today() ? 'totalToday' : 'totalOnDay';
  return translate(by === 'colleague' ? `plan.byColleague.${when}` : `plan.byProvider.${when}`, {
    above: number(above),
    day: date(day),
    total: number(total),
  });
}

/** The account's or the user's own limit of messages a day, if this campaign is above it. */
function CapAlert({ plan }: { plan: Plan }) {
  const translate = useTranslate();
  if (!plan.daily_cap || !isAboveCap(plan)) return null;
  const { cap, day, total, own } = plan.daily_cap;
  const whose = own ? 'ownCap' : 'cap';
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{translate(`plan.${whose}Title`)}</AlertTitle>
      {translate(`plan.${whose}${day === today() ? 'Today' : 'OnDay'}`, {
        cap: number(cap),
        day: date(day),
        total: number(total),
      })}{' '}
      {translate(`plan.${whose}Text`)}
    </Alert>
  );
}

/** Rows of the uploaded workbook that a filter or a person has hidden, as the server counted them. */
export function HiddenRows({ plan: { hidden_rows: count = 0 }, skipped }: { plan: Plan; skipped: boolean }) {
  const translate = useTranslate();
  if (count === 0) return null;
  return (
    <Alert severity="info" variant="outlined">
      {translate('sheets.hidden', { smart_count: count, count: number(count) })}{' '}
      {translate(skipped ? 'sheets.hiddenSkipped' : 'sheets.hiddenIncluded')}
    </Alert>
  );
}

/** No operator is connected: the campaign can be written and checked, but not sent. */
export function NoOperatorAlert() {
  const translate = useTranslate();
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{translate('plan.noOperator')}</AlertTitle>
      {translate('plan.noOperatorText')} <AddLink />
    </Alert>
  );
}

/** What prevents sending a plan or should be known first: no recipients, too little money, closed operators. */
export function PlanWarnings({ plan, onSender }: { plan: Plan; onSender?: UseSender }) {
  const translate = useTranslate();
  const closed = plan.operators.filter((operator) => operator.closed && operator.messages > 0);
  const toClosed = closed.reduce((sum, operator) => sum + operator.messages, 0);
  return (
    <>
      {plan.no_operator && <NoOperatorAlert />}
      {plan.test && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{translate('plan.test')}</AlertTitle>
          {translate('plan.testText')} {plan.is_free && translate('plan.testFree')}
        </Alert>
      )}
      {plan.recipients === 0 && (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{translate('plan.nobody')}</AlertTitle>
          {translate('plan.nobodyText')}
        </Alert>
      )}
      <SenderAlert plan={plan} onSender={onSender} />
      <CapAlert plan={plan} />
      {plan.needs_approval && isSendable(plan) && (
        <Alert severity="info" variant="outlined">
          <AlertTitle>{translate('plan.needsApproval')}</AlertTitle>
          <ApprovalReason limit={plan.colleague_approval} by="colleague" />{' '}
          <ApprovalReason limit={plan.approval} by="provider" /> {translate('plan.needsApprovalText')}
        </Alert>
      )}
      {!plan.sufficient && (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{translate('plan.insufficient')}</AlertTitle>
          {shortText(plan, translate)}
        </Alert>
      )}
      {toClosed > 0 && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{translate('plan.closed')}</AlertTitle>
          {translate('plan.closedText', {
            smart_count: toClosed,
            count: number(toClosed),
            operators: closed.map(({ operator }) => translate(`crud.choices.${operator}`)).join(', '),
          })}
        </Alert>
      )}
    </>
  );
}
