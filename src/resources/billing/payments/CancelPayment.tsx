import BlockRounded from '@mui/icons-material/BlockRounded';
import Button from '@mui/material/Button';
import { useRefresh, useResourceContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { canFillForm } from '../../../core/access.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { money } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { isManual } from './PaymentFields.tsx';
import { kindOf } from './paymentTitle.ts';

const needed = { topup: ['topup-list', 'post'], package: ['package-list', 'post'] } as const;

/** Cancels one's own pending payment, after asking; hidden for any other. */
export function CancelPayment({
  payment,
  compact = false,
}: {
  payment: PaymentReference;
  compact?: boolean;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(
    () => {
      setAsking(false);
      refresh();
    },
    'payments.cancel.failed',
    'payments.cancel.uncertain',
  );
  const { uuid, method, status } = payment;
  const kind = kindOf(payment, useResourceContext());
  if (!isAsking && (status !== 'pending' || !canFillForm(needed[kind]))) return null;
  const amount = money(payment.amount);

  const cancel = () =>
    run(async () => {
      const path = `/v1/credit/user-payment-reference/${uuid}/cancel_request/`;
      const data = dataOf<Partial<PaymentReference> | undefined>(
        await http.json(path, { method: 'POST', body: {} }),
      );
      // An online service is asked first, and may report that the money has come.
      const done = data?.status === 'confirmed' ? `payments.news.${kind}.confirmed` : 'payments.cancel.done';
      return [done, { amount, name: payment.package_name }];
    });

  return (
    <>
      <Button
        color="error"
        size={compact ? 'small' : 'medium'}
        startIcon={<BlockRounded />}
        onClick={() => setAsking(true)}
        aria-label={compact ? translate('payments.cancel.named', { amount }) : undefined}
      >
        {translate('payments.cancel.button')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        busy={isBusy}
        title={translate('payments.cancel.title', { amount })}
        confirm={translate('payments.cancel.confirm')}
        // “Cancel” beside “Cancel the payment” would leave open which of both cancels it.
        cancel={translate('errors.back')}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>{translate(`payments.cancel.${kind}`)}</p>
        <p>{translate(isManual(method) ? 'payments.cancel.ifPaid' : 'payments.cancel.ifPaidOnline')}</p>
      </ConfirmDialog>
    </>
  );
}
