import BlockRounded from '@mui/icons-material/BlockRounded';
import Button from '@mui/material/Button';
import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { may } from '../access.ts';
import { ConfirmDialog } from '../crud/ConfirmDialog.tsx';
import { money } from '../format.ts';
import { HttpError, http } from '../http.ts';
import { isManual } from './PaymentFields.tsx';

const needed = { topup: ['topup-list', 'post'], package: ['package-list', 'post'] } as const;

/** Takes back one's own pending payment, after asking; absent for any other. */
export function CancelPayment({
  payment,
  compact = false,
}: {
  payment: PaymentReference;
  compact?: boolean;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const busy = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { uuid, kind, method, status } = payment;
  if (!isAsking && (status !== 'pending' || !may(needed[kind]))) return null;
  const amount = money(payment.amount);

  const cancel = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      const { data } = await http.json<{ data: PaymentReference }>(
        `/v1/credit/user-payment-reference/${uuid}/cancel_request/`,
        { method: 'POST', body: {} },
      );
      // An online service is asked first, and may say that the money has come.
      const done = data.status === 'confirmed' ? `payments.news.${kind}.confirmed` : 'payments.cancel.done';
      notify(done, { type: 'success', messageArgs: { amount, name: payment.package_name } });
    } catch (error) {
      const failed = error instanceof HttpError ? error : new HttpError(String(error));
      const reason = translate(failed.message, { _: failed.message });
      notify(
        translate(failed.status >= 500 ? 'payments.cancel.uncertain' : 'payments.cancel.failed', { reason }),
        {
          type: 'error',
        },
      );
    }
    busy.current = false;
    setBusy(false);
    setAsking(false);
    refresh();
  };

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
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>{translate(`payments.cancel.${kind}`)}</p>
        <p>{translate(isManual(method) ? 'payments.cancel.ifPaid' : 'payments.cancel.ifPaidOnline')}</p>
      </ConfirmDialog>
    </>
  );
}
