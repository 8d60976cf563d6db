import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Invoice } from '#schema/invoice.ts';
import { canAccess } from '../../../core/access.ts';
import { date, money, today } from '../../../core/format.ts';
import './invoice.css';

/** Whether a month's invoice is paid, by when it must be, and the way to pay it. It is not printed. */
export function Standing({
  invoice: { total, paid, due_on: due },
  canPay,
}: {
  invoice: Invoice;
  canPay: boolean;
}) {
  const translate = useTranslate();
  const owed = total - (paid ?? 0);
  if (owed <= 0) {
    return (
      <Alert severity="success" variant="outlined" className="invoice-standing">
        {translate('monthlyInvoices.paid')}
      </Alert>
    );
  }
  const isOverdue = (due ?? '') < today();
  const values = { amount: money(owed), day: date(due) };
  return (
    <Alert
      severity={isOverdue ? 'error' : 'info'}
      variant="outlined"
      className="invoice-standing"
      action={
        canPay &&
        canAccess('wallet/topup-history/create') && (
          <Button color="inherit" component={Link} to={`/wallet/topup-history/create?amount=${owed}`}>
            {translate('monthlyInvoices.pay')}
          </Button>
        )
      }
    >
      {translate(`monthlyInvoices.${isOverdue ? 'overdue' : 'owed'}`, values)}
    </Alert>
  );
}
