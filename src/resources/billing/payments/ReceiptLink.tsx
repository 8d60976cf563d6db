import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { FILES_PATH } from '#schema/file.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { offers } from '../../../core/offers.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { useDownload } from '../../../crud/useDownload.ts';

/** Downloads a payment's receipt. */
export function ReceiptLink({ payment: { receipt } }: { payment: PaymentReference }) {
  const translate = useTranslate();
  const { isBusy, download } = useDownload('payments.receiptFailed');
  if (!receipt) return <EmptyValue />;
  if (!offers('files')) return <>{receipt}</>;
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={isBusy}
      loadingPosition="start"
      onClick={() => download(`${FILES_PATH}${receipt}/`, { name: 'receipt' })}
    >
      {translate('payments.openReceipt')}
    </Button>
  );
}
