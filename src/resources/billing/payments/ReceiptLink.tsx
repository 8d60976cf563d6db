import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { FILES_PATH } from '#schema/file.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { asFailure, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { EmptyValue } from '../../../crud/fields.tsx';

/** Downloads a payment's receipt. */
export function ReceiptLink({ payment: { receipt } }: { payment: PaymentReference }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  if (!receipt) return <EmptyValue />;
  if (!offers('files')) return <>{receipt}</>;
  const onClick = async () => {
    setBusy(true);
    try {
      await http.download(`${FILES_PATH}${receipt}/`, { name: 'receipt' });
    } catch (error) {
      const reason = asFailure(error).message;
      notify(translate('payments.receiptFailed', { reason: translate(reason, { _: reason }) }), {
        type: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={isBusy}
      loadingPosition="start"
      onClick={() => void onClick()}
    >
      {translate('payments.openReceipt')}
    </Button>
  );
}
