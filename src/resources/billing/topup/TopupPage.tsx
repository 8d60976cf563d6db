import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { LeaveGuard } from '../../../crud/LeaveGuard.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { usePaymentOptions } from '../payments/usePaymentOptions.ts';
import { TopupCheck } from './TopupCheck.tsx';
import { TopupForm } from './TopupForm.tsx';
import { useTopup } from './useTopup.ts';
import './topup.css';

/** Requests a top-up: amount and payment method, a check with the exact amount, then the request. */
export function TopupPage() {
  const translate = useTranslate();
  const topup = useTopup();
  const options = usePaymentOptions();
  const { isBack, isWritten, isCheck, isUncertain, isPaying } = topup;
  // An unanswered attempt stays at the check, where it can be retried under its key.
  const showsCheck = isCheck || isUncertain;
  const isOpen = isUncertain || isPaying;

  return (
    <>
      <PageHeader
        title={translate('topup.request')}
        back={{ to: '/wallet/topup-history', label: translate('topup.back') }}
      />
      {isBack && isWritten && !showsCheck && (
        <Alert
          severity="info"
          variant="outlined"
          className="topup-note"
          action={
            <Button color="inherit" onClick={topup.discard}>
              {translate('crud.form.discard')}
            </Button>
          }
        >
          {translate('crud.form.draft')}
        </Alert>
      )}
      {showsCheck ? (
        <TopupCheck topup={topup} />
      ) : options.data ? (
        <TopupForm topup={topup} options={options.data} />
      ) : options.error ? (
        <LoadFailure what="payments.methods" error={options.error} onRetry={() => void options.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} className="topup-note" />
      )}
      <LeaveGuard
        active={isWritten}
        isOver={topup.isOver}
        title={translate('topup.leaveTitle')}
        text={translate(isOpen ? 'topup.leaveUncertain' : 'topup.leaveText')}
        leave={translate('topup.leave')}
        // An unanswered attempt keeps its key, so that users who come back can continue it.
        onLeave={isOpen ? undefined : topup.end}
      />
    </>
  );
}
