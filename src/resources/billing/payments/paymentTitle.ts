import { useTranslate } from 'ra-core';
import { manualMethods, type PaymentReference } from '#schema/paymentReference.ts';
import { money } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';

export const asPayment = (record: Row) => record as unknown as PaymentReference;

/** A payment's name for people: what it is for, and how much. */
export function usePaymentTitle() {
  const translate = useTranslate();
  return (record: Row): string => {
    const { kind, amount, package_name: name } = asPayment(record);
    return translate(`payments.title.${kind}`, { amount: money(amount), name });
  };
}

/** Whether its number, receipt and note can still be changed. Only staff can read who confirmed it first. */
export const canChange = (record: Row): boolean => {
  const { status, method } = asPayment(record);
  return status === 'pending' && !record.first_by && manualMethods.some((manual) => manual === method);
};
