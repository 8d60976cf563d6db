import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router-dom';
import { entityOf } from '../../core/entities.ts';
import { TabStrip } from '../TabStrip.tsx';

const onlinePayment = entityOf('admin/online-payments');
const paymentRefund = entityOf('admin/payment-refunds');
const paymentReview = entityOf('admin/payment-references');

/** The lists of payments: all of them, the online services' view, and refunds. */
export function PaymentTabs() {
  const translate = useTranslate();
  return (
    <TabStrip label={translate('menu.credit_requests')}>
      {[paymentReview.name, onlinePayment.name, paymentRefund.name].map((name) => (
        <NavLink key={name} to={`/${name}`} end>
          {translate(`resources.${name}.name`, { smart_count: 2 })}
        </NavLink>
      ))}
    </TabStrip>
  );
}
