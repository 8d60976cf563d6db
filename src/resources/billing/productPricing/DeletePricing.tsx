import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';
import { isFuture, usePricingName } from './usePricingName.ts';

const productPricing = entityOf('admin/product-pricing');

/** Deletes a future price; people have been charged by the others. */
export function DeletePricing({ record, compact }: { record: Row; compact?: boolean }) {
  const translate = useTranslate();
  const { name } = usePricingName();
  if (!isFuture(record) || !canWrite(productPricing, 'update')) return null;
  return (
    <DeleteConfirmed entity={productPricing} record={record} name={name(record)} compact={compact}>
      {translate('pricing.deleteText')}
    </DeleteConfirmed>
  );
}
