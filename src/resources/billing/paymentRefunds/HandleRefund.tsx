import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useReason } from '../../../crud/useReason.ts';
import '../../../crud/review/reviews.css';

const paymentRefund = entityOf('admin/payment-refunds');

const NOTE_MAX = 500;

/** Marks a refund as handled, with what was done. It does not change a balance. */
export function HandleRefund({ refund }: { refund: PaymentRefund }) {
  const translate = useTranslate();
  const labels = useLabels(paymentRefund);
  const refresh = useRefresh();
  const note = useReason(translate('reviews.handleHelp'));
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    note.calm();
  };
  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  if (refund.status !== 'open' || !hasPermission(['payment-reference-list', 'post'])) return null;

  const { uuid, account_name: name, kind } = refund;
  const amount = money(refund.amount);
  const method = labels.choice('method', refund.method);
  const handle = () => {
    const done = note.take();
    if (!done) return;
    void run(async () => {
      await http.json(`${paymentRefund.path}${uuid}/handle/`, { method: 'POST', body: { note: done } });
      return ['reviews.handled', { name }];
    });
  };
  return (
    <>
      <Button
        className="crud-row-buttons"
        size="small"
        onClick={() => setOpen(true)}
        aria-label={translate('reviews.handleNamed', { name, amount })}
      >
        {translate('reviews.handle')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        busy={isBusy}
        title={translate('reviews.handleTitle', { name })}
        confirm={translate('reviews.handle')}
        onConfirm={handle}
        onClose={close}
      >
        <div className="review-dialog">
          <p>{translate(`reviews.handleText.${kind}`, { method, amount })}</p>
          <TextField
            label={labels.field('note')}
            {...note.field}
            slotProps={{ htmlInput: { maxLength: NOTE_MAX } }}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
