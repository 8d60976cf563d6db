import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router-dom';
import { entityOf } from '../entities.ts';
import '../crud/crud.css';

const onlinePayment = entityOf('admin/online-payments');
const paymentReview = entityOf('admin/payment-references');

/** The lists of payments: all of them, and what online services say of theirs. */
export function PaymentTabs() {
  const translate = useTranslate();
  return (
    <nav className="crud-tabs" aria-label={translate('menu.credit_requests')}>
      {[paymentReview.name, onlinePayment.name].map((name) => (
        <NavLink key={name} to={`/${name}`} end>
          {translate(`resources.${name}.name`, { smart_count: 2 })}
        </NavLink>
      ))}
    </nav>
  );
}
