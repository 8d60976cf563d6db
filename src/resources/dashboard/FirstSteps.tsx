import Button from '@mui/material/Button';
import { useGetList, useStore, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Channel } from '#schema/channel.ts';
import type { Attention, Dashboard } from '#schema/dashboard.ts';
import { canAccess, canBuyPackages, canFillForm } from '../../core/access.ts';
import { dateTime, number } from '../../core/format.ts';
import { Checklist, type ChecklistItem } from '../../crud/Checklist.tsx';
import { campaignChannel } from '../../crud/campaignChannel.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useUser } from '../../layout/useUser.ts';

/** Items that the first steps cover, so that they are not repeated above. */
export const coveredBySteps: ReadonlySet<Attention['code']> = new Set([
  'kyc_missing',
  'no_sender',
  'low_balance',
]);

type Step = 'identity' | 'sender' | 'topup' | 'contacts' | 'send';

/** Where to request a top-up. */
const TOPUP = 'wallet/topup-history/create';

/** The list of top-ups, with the state of each. */
const TOPUPS = 'wallet/topup-history';

const pathOf: Record<Step, () => string> = {
  identity: () => '/kyc',
  sender: () => '/sms/sender-identities',
  topup: () => (canAccess(TOPUP) ? `/${TOPUP}` : '/packages/sms'),
  contacts: () => '/contact',
  send: () => '/sms/bulk-sms',
};

/** Steps with other words while the account can send over Viber alone, for which packages do not pay. */
const viberWords: Partial<Record<Step, string>> = { sender: 'viber', topup: 'viber_topup' };

/** The review that a step waits for. */
const reviewOf = { identity: 'kyc', sender: 'sender', topup: 'topup' } as const;

interface StepState {
  step: Step;
  state: ChecklistItem['state'];
}

const stateOf = (isDone: boolean, isWaiting = false): ChecklistItem['state'] =>
  isDone ? 'done' : isWaiting ? 'waiting' : 'open';

/**
 * The steps available to this user and known to the server, in order; `data` is undefined if the server does not provide
 * it.
 */
function stepsOf(
  data: Dashboard | undefined,
  channel: Channel | null,
  hasContacts: boolean,
  credit: number,
): StepState[] {
  const { kyc, senders, topups, packages, balance = 0 } = data ?? {};
  const isSms = channel !== 'viber';
  const canPay = (Boolean(topups) && canAccess(TOPUP)) || (isSms && Boolean(data) && canBuyPackages());
  // Users who may not see the balance cannot be told whether there is money.
  const hasMoney = (balance ?? 0) + credit > 0 || (isSms && (packages?.parts ?? 0) > 0);
  const states: Record<Step, ChecklistItem['state'] | undefined> = {
    identity:
      data && canFillForm(['kyc-submit', 'post'], true)
        ? stateOf(kyc === 'approved', kyc === 'pending')
        : undefined,
    sender:
      senders && canAccess('sms/sender-identities', 'create')
        ? stateOf(channel !== null, senders.pending > 0)
        : undefined,
    topup: canPay && balance !== null ? stateOf(hasMoney, (topups?.pending ?? 0) > 0) : undefined,
    contacts: canAccess('contact', 'create') ? stateOf(hasContacts) : undefined,
    send: 'open',
  };
  return (Object.keys(states) as Step[]).flatMap((step) => {
    const state = states[step];
    return state ? [{ step, state }] : [];
  });
}

/** Whether the guide is shown, stored per user in this browser. */
export const useGuide = () => useStore('guide', true);

/** How to get to the first campaign, for users who may send: each step with its state and one action. */
export function FirstSteps({ data }: { data?: Dashboard | undefined }) {
  const translate = useTranslate();
  const canSend = canAccess('sms/bulk-sms');
  const credit = useUser()?.wallet?.credit_limit ?? 0;
  const [isWanted, setWanted] = useGuide();
  // Older servers do not report whether there are contacts.
  const isKnown = data?.onboarding?.contacts !== undefined;
  const { total: contacts } = useGetList(
    'contact',
    { pagination: { page: 1, perPage: 1 } },
    { enabled: canSend && isWanted && !isKnown && canAccess('contact') },
  );
  if (!canSend)
    return <EmptyState title={translate('dashboard.nothing')} text={translate('dashboard.nothing_text')} />;
  if (!isWanted)
    return (
      <section className="dash-card">
        <EmptyState
          title={translate('dashboard.nothing')}
          text={translate('dashboard.nothing_text')}
          action={
            <Button variant="outlined" onClick={() => setWanted(true)}>
              {translate('dashboard.guide_show')}
            </Button>
          }
        />
      </section>
    );
  const channel = data?.senders ? campaignChannel(data.senders) : null;
  const isViber = channel === 'viber';
  const wordsOf = (step: Step) => `dashboard.step_${(isViber && viberWords[step]) || step}`;
  const steps = stepsOf(data, channel, data?.onboarding?.contacts ?? Boolean(contacts), credit);
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <section className="dash-card" aria-labelledby="dash-start">
      <header className="dash-start">
        <h2 id="dash-start">{translate('dashboard.start')}</h2>
        <Button size="small" color="secondary" onClick={() => setWanted(false)}>
          {translate('dashboard.guide_hide')}
        </Button>
      </header>
      <p className="dash-quiet">
        {translate('dashboard.start_done', { done: number(done), total: number(steps.length) })}
      </p>
      <Checklist
        items={steps.map(({ step, state }) => ({
          key: step,
          title: translate(wordsOf(step)),
          text:
            state === 'waiting' || (step === 'sender' && isViber && data?.senders?.pending) ? (
              <Waiting step={step as Reviewed} onboarding={data?.onboarding} />
            ) : (
              <>
                {translate(`${wordsOf(step)}_text`)}{' '}
                {step === 'sender' && isViber && (
                  <Link to={pathOf.sender()}>{translate('dashboard.step_sender_do')}</Link>
                )}
              </>
            ),
          state,
          action: (
            <Link
              to={
                step === 'topup' && state === 'waiting' && canAccess(TOPUPS) ? `/${TOPUPS}` : pathOf[step]()
              }
            >
              {translate(state === 'waiting' ? 'dashboard.step_see' : `dashboard.step_${step}_do`)}
            </Link>
          ),
        }))}
      />
    </section>
  );
}

type Reviewed = keyof typeof reviewOf;

/** What a step waits for, since when, and how long it usually takes, as far as the server tells. */
function Waiting({ step, onboarding }: { step: Reviewed; onboarding: Dashboard['onboarding'] }) {
  const translate = useTranslate();
  const since = onboarding?.since[reviewOf[step]];
  const usual = onboarding?.usual[reviewOf[step]];
  return (
    <>
      {translate(`dashboard.waiting_${step}`)}{' '}
      {since && `${translate('dashboard.waiting_since', { time: dateTime(since) })} `}
      {typeof usual === 'number' && translate(...usualText(usual))}
    </>
  );
}

const HOUR = 3600;

/** A usual duration in words: rounded up, so that most are decided sooner. */
function usualText(seconds: number): [key: string, values?: Record<string, unknown>] {
  const hours = Math.ceil(seconds / HOUR);
  if (hours <= 1) return ['dashboard.usual_hour'];
  const days = Math.ceil(hours / 24);
  return hours < 48
    ? ['dashboard.usual_hours', { count: number(hours) }]
    : ['dashboard.usual_days', { count: number(days) }];
}
