import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Attention } from '#schema/dashboard.ts';
import { date, money, number, rupees } from '../../core/format.ts';
import { topupPath } from './topupPath.ts';

/** Where the next step of an item is. */
function stepOf(item: Attention): string {
  switch (item.code) {
    case 'kyc_missing':
    case 'kyc_rejected':
      return '/kyc';
    case 'topup_rejected':
      return `/wallet/topup-history/${item.uuid}/show`;
    case 'low_balance':
      return topupPath();
    case 'package_expiring':
      return '/packages/active-packages';
    case 'no_sender':
      return '/sms/sender-identities';
  }
}

function valuesOf(item: Attention): Record<string, string> {
  switch (item.code) {
    case 'low_balance':
      return { balance: rupees(item.balance), threshold: money(item.threshold) };
    case 'package_expiring':
      return { parts: number(item.parts), date: date(item.expires_at) };
    case 'topup_rejected':
      return { amount: money(item.amount), reason: item.reason ?? '' };
    default:
      return {};
  }
}

/** What needs the customer's attention, most urgent first, each with one next step. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  const translate = useTranslate();
  if (items.length === 0) return null;
  return (
    <section className="dash-card dash-attention" aria-labelledby="dash-attention">
      <h2 id="dash-attention">{translate('dashboard.attention')}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.code} data-code={item.code}>
            <WarningAmberRounded aria-hidden="true" fontSize="small" />
            <span>{translate(`dashboard.needs.${item.code}`, valuesOf(item)).trim()}</span>
            <Link to={stepOf(item)}>{translate(`dashboard.do.${item.code}`)}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
