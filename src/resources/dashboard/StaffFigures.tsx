import { useTranslate } from 'ra-core';
import { canAccess } from '../../core/access.ts';
import { money, number } from '../../core/format.ts';
import { offers } from '../../core/offers.ts';
import { CardGrid } from '../../layout/CardGrid.tsx';
import type { Summary } from '../../layout/readSummary.ts';
import { RUNNING } from './campaigns.tsx';
import { Figure } from './Figure.tsx';

/** A list with a filter, or undefined without permission. */
const listOf = (route: string, filter?: object): string | undefined => {
  if (!canAccess(route)) return undefined;
  return filter ? `/${route}?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : `/${route}`;
};

/**
 * Key figures, and what waits for a decision of staff; each links to its list. `data` is undefined until loaded; figures
 * that it lacks are not shown.
 */
export function StaffFigures({ data }: { data: Summary | undefined }) {
  const translate = useTranslate();
  const pending = { status: 'pending' };
  const figure = (
    key: string,
    count: number | undefined,
    to: string | undefined,
    note?: string,
    soon?: string,
  ) =>
    (count !== undefined || !data) && (
      <Figure
        key={key}
        label={translate(`staff.${key}`)}
        value={count === undefined ? undefined : number(count)}
        note={note}
        soon={soon}
        {...(to && { to, action: translate('staff.open') })}
      />
    );
  const waiting = (...[key, count, ...more]: Parameters<typeof figure>) =>
    count === 0 ? figure(key, 0, undefined, translate('staff.nothing')) : figure(key, count, ...more);
  const amount =
    data?.pending_amount === undefined
      ? undefined
      : translate('staff.payments_text', { amount: money(data.pending_amount) });
  const soon = translate('staff.payments_text', { amount: money(10_000_000) });
  const { draft, running } = data?.campaigns ?? {};
  return (
    <CardGrid className="dash-figures dash-staff">
      {waiting('kyc', data?.pending_kyc, listOf('kyc', pending))}
      {waiting('payments', data?.pending_payments, listOf('admin/payment-references', pending), amount, soon)}
      {/* Rare, so only shown if there is one. */}
      {Number(data?.open_refunds) > 0 &&
        figure('refunds', data?.open_refunds, listOf('admin/payment-refunds', { status: 'open' }))}
      {waiting('senders', data?.pending_senders, listOf('admin/sender-identities', pending))}
      {offers('viber') && waiting('viber', data?.pending_viber, listOf('admin/viber-identities', pending))}
      {waiting('drafts', draft, listOf('admin/campaigns', { status: 'draft' }))}
      {figure('running', running, listOf('sms', { status: RUNNING }))}
      {figure('users', data?.users, listOf('users'))}
      {figure('accounts', data?.accounts, listOf('admin/accounts'))}
    </CardGrid>
  );
}
