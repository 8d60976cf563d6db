import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { FILES_PATH } from '#schema/file.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { useAct } from '../../../crud/useAct.ts';

/** Downloads a payment's receipt. */
export function ReceiptLink({ payment: { receipt } }: { payment: PaymentReference }) {
  const translate = useTranslate();
  const { isBusy, run } = useAct(() => undefined, 'payments.receiptFailed');
  if (!receipt) return <EmptyValue />;
  if (!offers('files')) return <>{receipt}</>;
  const download = () =>
    run(async () => {
      await http.download(`${FILES_PATH}${receipt}/`, { name: 'receipt' });
      return undefined;
    });
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={isBusy}
      loadingPosition="start"
      onClick={() => void download()}
    >
      {translate('payments.openReceipt')}
    </Button>
  );
}
