import { useGetManyAggregate, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { entityOf } from '../../../core/entities.ts';
import { LateNames } from '../../../crud/LateNames.tsx';

const paymentReference = entityOf('wallet/topup-history');

/** The payment of a ledger entry, named by its package or its method. */
export function PaymentLink({ uuid }: { uuid: string }) {
  const translate = useTranslate();
  const { data, isPending } = useGetManyAggregate<PaymentReference & { id: string }>(paymentReference.name, {
    ids: [uuid],
  });
  const payment = data?.[0];
  const name = payment?.package_name ?? (payment && translate(`payments.method.${payment.method}`));
  return (
    <LateNames isPending={isPending}>
      <Link to={`/wallet/topup-history/${uuid}/show`}>
        {[name ?? translate('walletHistory.payment'), payment?.reference].filter(Boolean).join(' ')}
      </Link>
    </LateNames>
  );
}
