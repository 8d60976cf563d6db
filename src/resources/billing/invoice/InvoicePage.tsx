import { useQuery } from '@tanstack/react-query';
import { useResourceContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { type Invoice, invoiceNumber, invoice as schema } from '#schema/invoice.ts';
import { canAccess } from '../../../core/access.ts';
import { digits } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { PageHeader, type PageHeaderProps } from '../../../crud/PageHeader.tsx';
import { RecordMissing } from '../../../crud/RecordStates.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { Gate } from '../../../layout/Gate.tsx';
import { NotFound } from '../../../layout/StatePages.tsx';
import { Paper } from './Paper.tsx';
import { PaperActions } from './PaperActions.tsx';
import { PaperSkeleton } from './PaperSkeleton.tsx';
import { Standing } from './Standing.tsx';
import { CountPrints } from './useCountPrints.ts';

const STAFF = 'admin/monthly-invoices';

type Back = NonNullable<PageHeaderProps['back']>;

/** The tax invoice of a payment, to read and print. For users who may read top-ups or purchases. */
export function InvoicePage() {
  const { id: uuid = '' } = useParams();
  const translate = useTranslate();
  // Among the months of all accounts, staff only read it.
  if (useResourceContext() === STAFF && offers('invoices')) {
    const back = { to: `/${STAFF}`, label: translate('monthlyInvoices.back') };
    return <InvoiceView key={uuid} uuid={uuid} readOnly={{ back }} />;
  }
  if (!schema.shape.uuid.safeParse(uuid).success || !offers('invoices')) return <NotFound />;
  return (
    <Gate route={canAccess('packages/history') ? 'packages/history' : 'wallet/topup-history'}>
      <InvoiceView key={uuid} uuid={uuid} />
    </Gate>
  );
}

/** An invoice and what can be done with it; with `readOnly`, as staff see an account's: whose it is, and nothing to do. */
function InvoiceView({ uuid, readOnly }: { uuid: string; readOnly?: { back: Back } }) {
  const translate = useTranslate();
  /** The copy that is being printed. */
  const [printed, setPrinted] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: ['invoice', uuid],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: Invoice }>(`/v1/credit/invoices/${uuid}/`, { signal })).data,
  });
  const fromPackages = !canAccess('wallet/topup-history') || data?.kind === 'package';
  const ownBack: Back = data?.month
    ? { to: '/wallet/invoices', label: translate('monthlyInvoices.back') }
    : fromPackages
      ? { to: '/packages/history', label: translate('invoice.backToPackages') }
      : { to: '/wallet/topup-history', label: translate('topup.back') };
  const back = readOnly?.back ?? ownBack;
  if (error)
    return (
      <RecordMissing
        what={translate('invoice.name')}
        error={error}
        back={back}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <PaperSkeleton back={back} />;
  return (
    <div className="invoice-page">
      <PageHeader
        title={translate('invoice.title', { number: digits(invoiceNumber(data)) })}
        back={back}
        beside={readOnly && <AccountLink uuid={data.account} name={data.account_name ?? data.buyer.name} />}
        actions={
          !readOnly && <PaperActions invoice={data} onPrint={setPrinted} onCopy={() => void refetch()} />
        }
      />
      {readOnly && <CountPrints uuid={uuid} onCopy={() => void refetch()} />}
      {data.month && <Standing invoice={data} canPay={!readOnly} />}
      <Paper invoice={data} copy={printed ?? data.handed_out ?? 0} />
    </div>
  );
}
