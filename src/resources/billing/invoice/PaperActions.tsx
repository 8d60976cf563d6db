import ForwardToInboxOutlined from '@mui/icons-material/ForwardToInboxOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Invoice, invoicePath } from '#schema/invoice.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { usePreferences, useUser } from '../../../layout/useUser.ts';
import { countPrint, useCountPrints } from './useCountPrints.ts';

interface Props {
  invoice: Invoice;
  /** Shows the paper as this copy of the original while it is printed; undefined: as the next one. */
  onPrint(copy: number | undefined): void;
  /** Called when the invoice was handed out. */
  onCopy(): void;
}

/** Printing the invoice. A server that does not count prints knows no copies. */
function usePrint({ invoice: { uuid }, onPrint, onCopy }: Props) {
  const isCounted = offers('invoice-papers');
  const isOwn = useCountPrints(uuid, onCopy);
  const { isBusy, run } = useAct(onCopy, 'invoice.failed');
  const print = () => {
    isOwn.current = true;
    // Some browsers return before they print.
    const end = () => {
      isOwn.current = false;
      onPrint(undefined);
    };
    window.addEventListener('afterprint', end, { once: true });
    window.print();
  };
  return {
    isBusy,
    print: () =>
      isCounted
        ? void run(async () => {
            const copy = await countPrint(uuid);
            flushSync(() => onPrint(copy));
            print();
            return undefined;
          })
        : print(),
  };
}

/** Prints, downloads and mails an invoice. */
export function PaperActions(props: Props) {
  const translate = useTranslate();
  const { uuid } = props.invoice;
  const { language } = usePreferences();
  const printing = usePrint(props);
  return (
    <>
      {offers('invoice-papers') && (
        <>
          <MailButton {...props} />
          <DownloadButton
            variant="outlined"
            path={invoicePath(uuid, 'pdf')}
            body={{ language }}
            fileName="invoice.pdf"
            label={translate('invoice.pdf')}
            busy="crud.list.downloading"
            failed="invoice.pdfFailed"
            onDone={props.onCopy}
          />
        </>
      )}
      <Button
        variant="contained"
        startIcon={<PrintOutlined />}
        loading={printing.isBusy}
        loadingPosition="start"
        onClick={printing.print}
      >
        {translate('invoice.print')}
      </Button>
    </>
  );
}

function MailButton({ invoice: { uuid }, onCopy }: Props) {
  const translate = useTranslate();
  const { language } = usePreferences();
  const email = useUser()?.email;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAsking(false);
    onCopy();
  });
  const send = () =>
    run(async () => {
      const body = { language };
      const answer = await http.json<{ data: { to: string } }>(invoicePath(uuid, 'mail'), { body });
      return ['invoice.mailed', { email: answer.data.to }];
    });
  return (
    <>
      <Button variant="outlined" startIcon={<ForwardToInboxOutlined />} onClick={() => setAsking(true)}>
        {translate('invoice.mail')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={isBusy}
        title={translate('invoice.mailTitle')}
        confirm={translate('invoice.mailConfirm')}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        {translate('invoice.mailText', { email })}
      </ConfirmDialog>
    </>
  );
}
