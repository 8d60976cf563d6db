import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Attention, Dashboard } from '#schema/dashboard.ts';
import { mayDo } from '../../access.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { topupPath } from './topupPath.ts';

/** What the first steps say already, and so need not be said again above them. */
export const saidBySteps: ReadonlySet<Attention['code']> = new Set([
  'kyc_missing',
  'no_sender',
  'low_balance',
]);

type Step = 'identity' | 'sender' | 'topup' | 'contacts' | 'send';

const pathOf: Record<Step, () => string> = {
  identity: () => '/kyc',
  sender: () => '/profile',
  topup: topupPath,
  contacts: () => '/contact',
  send: () => '/sms/bulk-sms',
};

/** What is still to do before the first campaign; `data` is undefined where the server cannot say. */
function stepsOf(data: Dashboard | undefined, hasContacts: boolean): Step[] {
  const { senders, topups, packages, balance = 0 } = data ?? {};
  const hasMoney = balance > 0 || (packages?.parts ?? 0) > 0 || (topups?.pending ?? 0) > 0;
  const open: Record<Step, boolean> = {
    identity: data?.kyc === 'none',
    sender: senders ? senders.approved + senders.pending === 0 : false,
    topup: Boolean(topups) && !hasMoney,
    contacts: mayDo('contact', 'create') && !hasContacts,
    send: true,
  };
  return (Object.keys(open) as Step[]).filter((step) => open[step]);
}

/** How to get to the first campaign, for who may send; a step that is done is gone. */
export function FirstSteps({ data }: { data?: Dashboard | undefined }) {
  const translate = useTranslate();
  const maySend = mayDo('sms/bulk-sms');
  const { total: contacts } = useGetList(
    'contact',
    { pagination: { page: 1, perPage: 1 } },
    { enabled: maySend && mayDo('contact') },
  );
  if (!maySend)
    return <EmptyState title={translate('dashboard.nothing')} text={translate('dashboard.nothing_text')} />;
  const steps = stepsOf(data, Boolean(contacts));
  return (
    <section className="dash-card" aria-labelledby="dash-start">
      <h2 className="dash-start" id="dash-start">
        {translate('dashboard.start')}
      </h2>
      <p className="dash-quiet">{translate('dashboard.start_text')}</p>
      <ol className="dash-steps">
        {steps.map((step) => (
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

/** What was done and waits for the provider: no step, but good to know. */
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
