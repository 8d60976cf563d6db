import { useEffect, useRef } from 'react';
import type { Outline } from '#schema/outline.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { CancelPayment } from './CancelPayment.tsx';
import { InvoiceLink } from './InvoiceLink.tsx';
import { isPending, PENDING_EVERY } from './PaymentNews.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
import { asPayment, canChange, usePaymentTitle } from './paymentTitle.ts';
import { ReceiptLink } from './ReceiptLink.tsx';
import { Rejected } from './Rejected.tsx';

/** The page of one payment, a top-up or a package purchase; `entity` says in which resource it is looked up. */
export function PaymentPage({ entity }: { entity: Outline }) {
  const title = usePaymentTitle();
  return (
    <EntityShow
      entity={entity}
      title={title}
      canEdit={canChange}
      fields={({ note }) => [
        ...['kind', 'amount', 'method', 'reference', 'status', 'created_at', 'decided_at'],
        ...['receipt', 'invoice'],
        ...(note ? ['note'] : []),
      ]}
      render={{
        status: (record) => (
          <PaymentStatus
            entity={entity}
            payment={asPayment(record)}
            isBrief={asPayment(record).status === 'rejected'}
          />
        ),
        receipt: (record) => <ReceiptLink payment={asPayment(record)} />,
        invoice: (record) => <InvoiceLink payment={asPayment(record)} />,
      }}
      before={(record) => (
        <>
          <Balance status={asPayment(record).status} />
          <Rejected payment={asPayment(record)} />
        </>
      )}
      remove={(record) => <CancelPayment payment={asPayment(record)} />}
      refetchEvery={(record) => (record && isPending(record) ? PENDING_EVERY : false)}
    />
  );
}

/** Refreshes the balance if the payment is decided while its page is open. */
function Balance({ status }: { status: string }) {
  const former = useRef(status);
  useEffect(() => {
    if (former.current !== status) void refreshProfile();
    former.current = status;
  }, [status]);
  return null;
}
