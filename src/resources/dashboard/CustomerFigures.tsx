import { useTranslate } from 'ra-core';
import type { Dashboard } from '#schema/dashboard.ts';
import { canAccess, canBuyPackages } from '../../core/access.ts';
import { date, money, number, percent, rupees } from '../../core/format.ts';
import { CardGrid } from '../../layout/CardGrid.tsx';
import { useBalance } from '../../layout/useUser.ts';
import { RUNNING } from './campaigns.tsx';
import { Figure } from './Figure.tsx';

/**
 * Balance, campaigns in progress, and this month's figures. `data` is undefined until loaded; the links come with it, because
 * notes above them would move them. The balance is known before, and so is its link, which takes a line of its own on phones.
 */
export function CustomerFigures({ data, isPending }: { data: Dashboard | undefined; isPending: boolean }) {
  const translate = useTranslate();
  const known = useBalance();
  const balance = data ? data.balance : known;
  const shown = (part: keyof Dashboard, route: string) =>
    isPending ? canAccess(route) : Boolean(data?.[part]);
  return (
    <CardGrid className="dash-figures dash-customer">
      {typeof balance === 'number' && <Balance balance={balance} topups={data?.topups} />}
      {shown('packages', 'packages/active-packages') && <Packages packages={data?.packages} />}
      {shown('use', 'wallet/daily-consumption') && <Month month={data?.use?.month} />}
      {shown('campaigns', 'sms') && (
        <Figure
          label={translate('dashboard.running')}
          value={data?.campaigns ? number(data.campaigns.running) : undefined}
          soon={translate('dashboard.running_none')}
          {...(data?.campaigns?.running === 0 && { note: translate('dashboard.running_none') })}
          {...(data?.campaigns?.running && {
            to: `/sms?${new URLSearchParams({ filter: JSON.stringify({ status: RUNNING }) })}`,
            action: translate('dashboard.see_all'),
          })}
        />
      )}
    </CardGrid>
  );
}

interface BalanceProps {
  balance: number;
  topups: Dashboard['topups'] | undefined;
}

function Balance({ balance, topups }: BalanceProps) {
  const translate = useTranslate();
  return (
    <Figure
      label={translate('dashboard.balance')}
      value={rupees(balance)}
      isNoted={canAccess('wallet/topup-history')}
      note={
        topups && topups.pending > 0
          ? translate('dashboard.topups_pending', {
              smart_count: topups.pending,
              count: number(topups.pending),
              amount: money(topups.amount),
            })
          : undefined
      }
      {...(canAccess('wallet/topup-history')
        ? { to: '/wallet/topup-history', action: translate('dashboard.topups') }
        : canAccess('wallet/history') && {
            to: '/wallet/history',
            action: translate('dashboard.balance_history'),
          })}
    />
  );
}

function Packages({ packages }: { packages: Dashboard['packages'] | undefined }) {
  const translate = useTranslate();
  const isBuying = packages?.parts === 0 && canBuyPackages();
  return (
    <Figure
      label={translate('dashboard.parts_left')}
      value={packages ? number(packages.parts) : undefined}
      note={
        packages?.next_expiry
          ? translate('dashboard.parts_until', { date: date(packages.next_expiry) })
          : undefined
      }
      {...(packages && {
        to: isBuying ? '/packages/sms' : '/packages/active-packages',
        action: translate(isBuying ? 'dashboard.buy_package' : 'dashboard.packages'),
      })}
    />
  );
}

type MonthFigures = NonNullable<Dashboard['use']>['month'];

function monthNote(
  { sent, delivered, failed, amount }: Pick<MonthFigures, 'sent' | 'delivered' | 'failed' | 'amount'>,
  translate: ReturnType<typeof useTranslate>,
): string {
  if (sent === 0) return translate('dashboard.sent_month_none');
  const counts = { percent: percent(delivered / sent), failed: number(failed), amount: money(amount) };
  return translate('dashboard.sent_month_text', counts);
}

/** A month whose note is as long as most. */
const USUAL = { sent: 1000, delivered: 900, failed: 100, amount: 100_000 };

function Month({ month }: { month: MonthFigures | undefined }) {
  const translate = useTranslate();
  const tests = month?.test ?? 0;
  return (
    <Figure
      label={translate('dashboard.sent_month')}
      isNoted
      value={month ? number(month.sent) : undefined}
      beside={tests > 0 && translate('dashboard.sent_month_tests', { count: number(tests) })}
      note={month && monthNote(month, translate)}
      soon={monthNote(USUAL, translate)}
      {...(month && { to: '/wallet/daily-consumption?period=month', action: translate('dashboard.daily') })}
    />
  );
}
