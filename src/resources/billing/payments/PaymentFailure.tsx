import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useRef } from 'react';
import { money } from '../../../core/format.ts';
import type { HttpError } from '../../../core/http.ts';
import { Reference } from '../../../layout/Reference.tsx';
import { useBalance } from '../../../layout/useUser.ts';
import { paymentFailureKind } from './usePayment.ts';

export interface PaymentFailureProps {
  failure: HttpError;
  /** The requested amount, in minor units. */
  amount: number;
  /** The earlier price, if it has changed. */
  former?: number;
  onRetry(): void;
  /** Other actions, such as a link to the history. */
  children?: ReactNode;
}

/**
 * Why a payment was not accepted, whether money moved, and what to do now. Field errors are shown at the fields instead.
 */
export function PaymentFailure({ failure, amount, former = amount, onRetry, children }: PaymentFailureProps) {
  const translate = useTranslate();
  const balance = useBalance();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew
  useEffect(() => place.current?.focus(), [failure]);
  const kind = paymentFailureKind(failure);
  if (kind === 'fields') return null;
  const { request_id: reference } = failure.body;
  const isOpen = kind === 'uncertain' || kind === 'inFlight';
  const text = translate(
    `payments.failure.${kind}Text${kind === 'balance' && balance === undefined ? 'Only' : ''}`,
    {
      reason: translate(failure.message, { _: failure.message }),
      amount: money(amount),
      former: money(former),
      missing: money(Math.max(0, amount - (balance ?? 0))),
    },
  );
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      severity={kind === 'price' || kind === 'inFlight' ? 'warning' : 'error'}
      variant="outlined"
      action={
        isOpen ? (
          <Button color="inherit" onClick={onRetry}>
            {translate('payments.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      <AlertTitle>{translate(`payments.failure.${kind}`)}</AlertTitle>
      {text} {children}
      <Reference id={reference} />
    </Alert>
  );
}
