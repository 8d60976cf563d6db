import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { canAccess } from '../../../core/access.ts';
import { offers } from '../../../core/offers.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import './payments.css';

/** The tax invoice of a payment, or why it has none. */
export function InvoiceLink({ payment }: { payment: PaymentReference }) {
  const translate = useTranslate();
  const { invoice, method, status, settled } = payment;
  if (invoice && offers('invoices'))
    return (
      <Link className="pay-invoice" to={`/wallet/invoices/${invoice}`}>
        {translate('payments.invoice')}
      </Link>
    );
  if (settled && canAccess('wallet/invoices'))
    return (
      <Link className="pay-invoice" to="/wallet/invoices">
        {translate('payments.paysMonths')}
      </Link>
    );
  if (method === 'wallet' && status === 'confirmed')
    return <span className="pay-quiet">{translate('payments.invoicedBefore')}</span>;
  return <EmptyValue />;
}
