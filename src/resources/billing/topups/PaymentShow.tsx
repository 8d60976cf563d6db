import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { CancelPayment } from '../payments/CancelPayment.tsx';
import { InvoiceLink } from '../payments/InvoiceLink.tsx';
import { isPending, PENDING_EVERY } from '../payments/PaymentNews.tsx';
import { PaymentStatus } from '../payments/PaymentStatus.tsx';
import { ReceiptLink } from '../payments/ReceiptLink.tsx';

const paymentReference = entityOf('wallet/topup-history');

const asPayment = (record: Row) => record as unknown as PaymentReference;

/** All that is known of one payment, of a top-up or a package. */
export function PaymentShow() {
  const translate = useTranslate();
  return (
    <EntityShow
      entity={paymentReference}
      title={(record) => {
        const { kind, amount, package_name: name } = asPayment(record);
        return translate(`payments.title.${kind}`, { amount: money(amount), name });
      }}
      fields={[
        ...['kind', 'amount', 'method', 'reference', 'status', 'created_at', 'decided_at'],
        ...['receipt', 'invoice'],
      ]}
      render={{
        status: (record) => <PaymentStatus entity={paymentReference} payment={asPayment(record)} />,
        receipt: (record) => <ReceiptLink payment={asPayment(record)} />,
        invoice: (record) => <InvoiceLink payment={asPayment(record)} />,
      }}
      before={(record) => <Balance status={asPayment(record).status} />}
      actions={(record) => <CancelPayment payment={asPayment(record)} />}
      refetchEvery={(record) => (record && isPending(record) ? PENDING_EVERY : false)}
    />
  );
}

/** Brings the balance up to date when the payment is decided while its page is open. */
function Balance({ status }: { status: string }) {
  const former = useRef(status);
  useEffect(() => {
    if (former.current !== status) void refreshProfile();
    former.current = status;
  }, [status]);
  return null;
}
