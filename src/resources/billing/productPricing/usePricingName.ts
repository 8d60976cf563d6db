import { useTranslate } from 'ra-core';
import { priceInRupees } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';

/** A price's name for people: account, operator, amount. */
export function usePricingName() {
  const translate = useTranslate();
  const account = ({ account_name: name }: Row): string =>
    typeof name === 'string' ? name : translate('pricing.everybody');
  const operator = ({ operator: code }: Row): string =>
    typeof code === 'string' && code ? translate(`crud.choices.${code}`) : translate('pricing.anyOperator');
  return {
    account,
    operator,
    name: (record: Row): string =>
      `${account(record)}, ${operator(record)}, ${priceInRupees(record.price as number, 6)}`,
  };
}

/** Whether a price is in the future and can be changed or deleted. */
export const isFuture = ({ status }: Row): boolean => status === 'future';
