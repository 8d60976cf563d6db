import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { rupees } from '../../../core/format.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useBalance } from '../../../layout/useUser.ts';
import '../../../crud/crud.css';

/** Amount, reference numbers, and the balance once the money has arrived. */
export function Figures({ payment, service }: { payment: PaymentReference; service: string }) {
  const translate = useTranslate();
  const balance = useBalance();
  const { uuid, amount, reference, status, kind } = payment;
  const isCredited = status === 'confirmed' && kind === 'topup';
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    if (isCredited) void refreshProfile().then(() => setFresh(true));
  }, [isCredited]);

  return (
    <dl className="crud-figures is-boxed">
      <div>
        <dt>{translate('online.amount')}</dt>
        <dd>{rupees(amount)}</dd>
      </div>
      {reference && (
        <div>
          <dt>{translate('online.transaction', { service })}</dt>
          <dd>{reference}</dd>
        </div>
      )}
      {status !== 'confirmed' && (
        <div>
          <dt>{translate('online.payment')}</dt>
          <dd className="online-uuid">{uuid}</dd>
        </div>
      )}
      {isCredited && balance !== undefined && (
        <div>
          <dt>{translate('online.balance')}</dt>
          <dd>{isFresh ? rupees(balance) : <Skeleton width={110} />}</dd>
        </div>
      )}
    </dl>
  );
}
