import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { money } from '../../../core/format.ts';
import type { HttpError } from '../../../core/http.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { useSpendable } from '../../../layout/useUser.ts';
import { uncertainText } from './uncertainText.ts';
import { paymentFailureKind } from './usePayment.ts';

export interface PaymentFailureProps {
  failure: HttpError;
  /** The requested amount, in minor units. */
  amount: number;
  /** The earlier price, if it has changed. */
  former?: number;
  /** An attempt is unanswered: it may have been accepted. */
  isUncertain: boolean;
  onRetry(): void;
  /** Other actions, such as a link to the history. */
  children?: ReactNode;
}

/**
 * Why a payment was not accepted, whether money moved, and what to do now. Field errors are shown at the fields instead.
 */
export function PaymentFailure({
  failure,
  amount,
  former = amount,
  isUncertain,
  onRetry,
  children,
}: PaymentFailureProps) {
  const translate = useTranslate();
  const spendable = useSpendable();
  const kind = paymentFailureKind(failure, isUncertain);
  if (kind === 'fields') return null;
  const isOpen = kind === 'uncertain' || kind === 'inFlight';
  const text = translate(
    kind === 'uncertain'
      ? uncertainText()
      : `payments.failure.${kind}Text${kind === 'balance' && spendable === undefined ? 'Only' : ''}`,
    {
      reason: translate(failure.message, { _: failure.message }),
      amount: money(amount),
      former: money(former),
      missing: money(Math.max(0, amount - (spendable ?? 0))),
    },
  );
  return (
    <FailureAlert
      failure={failure}
      severity={kind === 'price' || kind === 'inFlight' ? 'warning' : 'error'}
      title={translate(`payments.failure.${kind}`)}
      action={
        isOpen ? (
          <Button color="inherit" onClick={onRetry}>
            {translate('payments.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      {text} {children}
    </FailureAlert>
  );
}
