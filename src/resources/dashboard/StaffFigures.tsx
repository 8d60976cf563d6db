import { useTranslate } from 'ra-core';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { mayDo } from '../../core/access.ts';
import { money, number } from '../../core/format.ts';
import { RUNNING } from './campaigns.tsx';
import { Figure } from './Figure.tsx';

/** A list with a filter, or undefined without permission. */
const listOf = (route: string, filter?: object): string | undefined => {
  if (!mayDo(route)) return undefined;
  return filter ? `/${route}?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : `/${route}`;
};

/** Key figures, and what waits for a decision of staff; each links to its list. */
export function StaffFigures({ data }: { data: DashboardSummary }) {
  const translate = useTranslate();
  const pending = { status: 'pending' };
  const figure = (key: string, count: number, to: string | undefined, note?: string) => (
    <Figure
      key={key}
      label={translate(`staff.${key}`)}
      value={number(count)}
      note={note}
      {...(to && { to, action: translate('staff.open') })}
    />
  );
  const waiting = (key: string, count: number, to: string | undefined, note?: string) =>
    count > 0 ? figure(key, count, to, note) : figure(key, 0, undefined, translate('staff.nothing'));
  const amount = translate('staff.payments_text', { amount: money(data.pending_amount) });
  return (
    <div className="dash-figures dash-staff">
      {waiting('kyc', data.pending_kyc, listOf('kyc', pending))}
      {waiting('payments', data.pending_payments, listOf('admin/payment-references', pending), amount)}
      {/* Rare, so only shown if there is one. */}
      {(data.open_refunds ?? 0) > 0 &&
        figure('refunds', data.open_refunds ?? 0, listOf('admin/payment-refunds', { status: 'open' }))}
      {waiting('senders', data.pending_senders, listOf('admin/sender-identities', pending))}
      {waiting('drafts', data.campaigns.draft, listOf('admin/campaigns', { status: 'draft' }))}
      {figure('running', data.campaigns.running, listOf('sms', { status: RUNNING }))}
      {figure('users', data.users, listOf('users'))}
      {figure('accounts', data.accounts, listOf('admin/accounts'))}
    </div>
  );
}
