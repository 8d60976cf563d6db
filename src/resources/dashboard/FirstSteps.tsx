import Button from '@mui/material/Button';
import { useGetList, useStore, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Attention, Dashboard } from '#schema/dashboard.ts';
import { mayDo, mayFill } from '../../core/access.ts';
import { number } from '../../core/format.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { topupPath } from './topupPath.ts';

/** Items that the first steps cover, so that they are not repeated above. */
export const saidBySteps: ReadonlySet<Attention['code']> = new Set([
  'kyc_missing',
  'no_sender',
  'low_balance',
]);

type Step = 'identity' | 'sender' | 'topup' | 'contacts' | 'send';

const pathOf: Record<Step, () => string> = {
  identity: () => '/kyc',
  sender: () => '/sms/sender-identities',
  topup: () => (mayDo('wallet/topup-history') ? topupPath() : '/packages/sms'),
  contacts: () => '/contact',
  send: () => '/sms/bulk-sms',
};

/**
 * The steps available to this user and known to the server, in order, each with whether it is done; `data` is undefined if
 * the server does not provide it.
 */
function stepsOf(data: Dashboard | undefined, hasContacts: boolean): { step: Step; isDone: boolean }[] {
  const { senders, topups, packages, balance = 0 } = data ?? {};
  const mayPay = Boolean(topups) || (Boolean(data) && mayDo('packages/sms'));
  // Users who may not see the balance cannot be told whether there is money.
  const hasMoney = (balance ?? 0) > 0 || (packages?.parts ?? 0) > 0 || (topups?.pending ?? 0) > 0;
  const isDone: Record<Step, boolean | undefined> = {
    identity: mayFill(['kyc-submit', 'post'], true)
      ? data && data.kyc !== 'none' && data.kyc !== 'rejected'
      : undefined,
    sender: senders ? senders.approved + senders.pending > 0 : undefined,
    topup: mayPay && balance !== null ? hasMoney : undefined,
    contacts: mayDo('contact', 'create') ? hasContacts : undefined,
    send: false,
  };
  return (Object.keys(isDone) as Step[]).flatMap((step) => {
    const done = isDone[step];
    return done === undefined ? [] : [{ step, isDone: done }];
  });
}

/** Whether the guide is shown, stored per user in this browser. */
export const useGuide = () => useStore('guide', true);

/** How to get to the first campaign, for users who may send; completed and hidden steps are left out. */
export function FirstSteps({ data }: { data?: Dashboard | undefined }) {
  const translate = useTranslate();
  const maySend = mayDo('sms/bulk-sms');
  const [isWanted, setWanted] = useGuide();
  const { total: contacts } = useGetList(
    'contact',
    { pagination: { page: 1, perPage: 1 } },
    { enabled: maySend && isWanted && mayDo('contact') },
  );
  if (!maySend)
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
  const steps = stepsOf(data, Boolean(contacts));
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.length - open.length;
  return (
    <section className="dash-card" aria-labelledby="dash-start">
      <header className="dash-start">
        <h2 id="dash-start">{translate('dashboard.start')}</h2>
        <Button size="small" color="secondary" onClick={() => setWanted(false)}>
          {translate('dashboard.guide_hide')}
        </Button>
      </header>
      <p className="dash-quiet">
        {done > 0 && (
          <strong>
            {translate('dashboard.start_done', { done: number(done), total: number(steps.length) })}{' '}
          </strong>
        )}
        {translate('dashboard.start_text')}
      </p>
      <ol className="dash-steps">
        {open.map(({ step }) => (
          <li key={step}>
            <Link to={pathOf[step]()} className="dash-step">
              <strong>{translate(`dashboard.step_${step}`)}</strong>
              <span>{translate(`dashboard.step_${step}_text`)}</span>
            </Link>
          </li>
        ))}
      </ol>
      <Waiting data={data} />
    </section>
  );
}

/** Completed steps that wait for the provider. */
function Waiting({ data }: { data?: Dashboard | undefined }) {
  const translate = useTranslate();
  const waiting = [
    data?.kyc === 'pending' && 'identity',
    data?.senders?.approved === 0 && data.senders.pending > 0 && 'sender',
    data?.balance === 0 && (data.topups?.pending ?? 0) > 0 && 'topup',
  ].filter((one) => one !== false);
  if (waiting.length === 0) return null;
  return (
    <ul className="dash-waiting">
      {waiting.map((one) => (
        <li key={one}>{translate(`dashboard.waiting_${one}`)}</li>
      ))}
    </ul>
  );
}
