import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useResourceContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { serverText } from '../../../i18n/serverText.ts';
import { kindOf } from './paymentTitle.ts';

/** Why a payment was rejected, and what its customer can do. */
export function Rejected({ payment }: { payment: PaymentReference }) {
  const translate = useTranslate();
  const { status, reason } = payment;
  const isPackage = kindOf(payment, useResourceContext()) === 'package';
  if (status !== 'rejected') return null;
  const again = isPackage ? 'packages/sms' : 'wallet/topup-history/create';
  return (
    <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
      <AlertTitle>{translate(`payments.rejected.${isPackage ? 'package' : 'topup'}`)}</AlertTitle>
      {reason && <p>{translate('payments.rejected.reason', { reason: serverText(reason) })}</p>}
      <p>{translate('payments.rejected.next')}</p>
      {(isPackage ? canBuyPackages() : canAccess(again)) && (
        <Button color="inherit" variant="outlined" component={Link} to={`/${again}`}>
          {translate(isPackage ? 'packages.buyOne' : 'topup.request')}
        </Button>
      )}
    </Alert>
  );
}
