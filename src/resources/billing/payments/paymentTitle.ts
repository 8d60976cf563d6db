import { useResourceContext, useTranslate } from 'ra-core';
import { manualMethods, type PaymentReference } from '#schema/paymentReference.ts';
import { money } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';

export const asPayment = (record: Row) => record as unknown as PaymentReference;

/** What a payment is for. If its API does not say it, the list tells: package purchases have their own. */
export function kindOf(
  { kind, package_name }: PaymentReference,
  resource: string | undefined,
): PaymentReference['kind'] {
  if (kind === 'topup' || kind === 'package') return kind;
  return resource === 'packages/history' || package_name ? 'package' : 'topup';
}

/** A payment's name for people: what it is for, and how much. */
export function usePaymentTitle() {
  const translate = useTranslate();
  const resource = useResourceContext();
  return (record: Row): string => {
    const payment = asPayment(record);
    const { amount, package_name: name } = payment;
    return translate(`payments.title.${kindOf(payment, resource)}`, { amount: money(amount), name });
  };
}

/** Whether its number, receipt and note can still be changed. Only staff can read who confirmed it first. */
export const canChange = (record: Row): boolean => {
  const { status, method } = asPayment(record);
  return status === 'pending' && !record.first_by && manualMethods.some((manual) => manual === method);
};
