import { useListContext, useNotify, useResourceContext } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { money } from '../../../core/format.ts';
import { kindOf } from './paymentTitle.ts';

/** Refetch interval of a list with pending records, in milliseconds. */
export const PENDING_EVERY = 5000;

export const isPending = (record: Readonly<Record<string, unknown>>): boolean => record.status === 'pending';

/** Used inside a list of payments: announces decisions on pending ones, and refreshes the balance. */
export function PaymentNews() {
  const { data } = useListContext<PaymentReference & { id: string }>();
  const notify = useNotify();
  const resource = useResourceContext();
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    for (const payment of data ?? []) {
      const { uuid, status, amount } = payment;
      if (isPending(payment)) waiting.current.add(uuid);
      else if (waiting.current.delete(uuid) && status !== 'cancelled') {
        void refreshProfile();
        notify(`payments.news.${kindOf(payment, resource)}.${status}`, {
          type: status === 'confirmed' ? 'success' : 'warning',
          messageArgs: { amount: money(amount), name: payment.package_name },
        });
      }
    }
  }, [data, notify, resource]);
  return null;
}
