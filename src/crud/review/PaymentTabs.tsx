import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router-dom';
import { canAccess } from '../../core/access.ts';
import { entityOf } from '../../core/entities.ts';
import { TabStrip } from '../TabStrip.tsx';

const monthlyInvoice = entityOf('admin/monthly-invoices');
const onlinePayment = entityOf('admin/online-payments');
const paymentRefund = entityOf('admin/payment-refunds');
const paymentReview = entityOf('admin/payment-references');

/** The lists of payments: all of them, the online services' view, refunds, and the invoices of months. */
export function PaymentTabs() {
  const translate = useTranslate();
  return (
    <TabStrip label={translate('menu.credit_requests')}>
      {[paymentReview, onlinePayment, paymentRefund, monthlyInvoice].map(
        ({ name }) =>
          (name !== monthlyInvoice.name || canAccess(name, 'list')) && (
            <NavLink key={name} to={`/${name}`} end>
              {translate(`resources.${name}.name`, { smart_count: 2 })}
            </NavLink>
          ),
      )}
    </TabStrip>
  );
}
