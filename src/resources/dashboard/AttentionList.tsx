import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Attention } from '#schema/dashboard.ts';
import { canAccess, canFillForm } from '../../core/access.ts';
import { date, money, number, rupees } from '../../core/format.ts';

/** Where the next step of an item is; false for users who may not take it. Other APIs send items whatever the user may do. */
function stepOf(item: Attention): string | false {
  switch (item.code) {
    case 'kyc_missing':
    case 'kyc_rejected':
      return canFillForm(['kyc-submit', 'post'], true) && '/kyc';
    case 'topup_rejected':
      return canAccess('wallet/topup-history') && `/wallet/topup-history/${item.uuid}/show`;
    case 'low_balance':
      return canAccess('wallet/topup-history/create') && '/wallet/topup-history/create';
    case 'package_expiring':
      return canAccess('packages/active-packages') && '/packages/active-packages';
    case 'no_sender':
      return canAccess('sms/sender-identities', 'create') && '/sms/sender-identities';
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

/** What needs the customer's attention, most urgent first, each with one next step that this user may take. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  const translate = useTranslate();
  if (items.length === 0) return null;
  return (
    <section className="dash-card dash-attention" aria-labelledby="dash-attention">
      <h2 id="dash-attention">{translate('dashboard.attention')}</h2>
      <ul>
        {items.map((item) => {
          const step = stepOf(item);
          return (
            <li key={item.code} data-code={item.code}>
              <WarningAmberRounded aria-hidden="true" fontSize="small" />
              <span>{translate(`dashboard.needs.${item.code}`, valuesOf(item)).trim()}</span>
              {step && <Link to={step}>{translate(`dashboard.do.${item.code}`)}</Link>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
