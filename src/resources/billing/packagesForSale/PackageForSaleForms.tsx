import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { packageForSale } from '#schema/packageForSale.ts';
import { canAccess } from '../../../core/access.ts';
import { number, percent, price } from '../../../core/format.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { useActivePrices } from '../productPricing/useActivePrices.ts';
import { useConfirmTerms } from './useConfirmTerms.tsx';

const { name, parts, price: priceField, validity_days, is_active } = packageForSale.fields;
const NameInput = inputFor(name.kind);
const PartsInput = inputFor(parts.kind);
const PriceInput = inputFor(priceField.kind);
const DaysInput = inputFor(validity_days.kind);
const ActiveInput = inputFor(is_active.kind);

export const PackageForSaleCreate = () => (
  <EntityCreate entity={packageForSale}>
    <Inputs isNew />
  </EntityCreate>
);

export function PackageForSaleEdit() {
  const { confirm, dialog } = useConfirmTerms();
  return (
    <EntityEdit entity={packageForSale} confirm={confirm}>
      <Sold />
      <Inputs />
      {dialog}
    </EntityEdit>
  );
}

/** Explains that a change does not affect earlier buyers. */
function Sold() {
  const translate = useTranslate();
  const sold = Number(useRecordContext()?.sold ?? 0);
  if (sold === 0) return null;
  return (
    <Alert severity="info" variant="outlined">
      {translate('sale.soldText', { smart_count: sold, count: number(sold) })}
    </Alert>
  );
}

function Inputs({ isNew = false }: { isNew?: boolean }) {
  return (
    <>
      <NameInput entity={packageForSale} name="name" field={name} autoFocus={isNew} />
      <PartsInput entity={packageForSale} name="parts" field={parts} />
      <PriceInput entity={packageForSale} name="price" field={priceField} />
      <PerPart />
      <DaysInput entity={packageForSale} name="validity_days" field={validity_days} />
      <ActiveInput entity={packageForSale} name="is_active" field={is_active} />
    </>
  );
}

/** The lowest and highest default price in force over all operators; undefined while they are loading, null if there are none. */
function useDefaultPrice(): { least: number; most: number } | null | undefined {
  const { data, isLoading } = useActivePrices('', canAccess('admin/product-pricing'));
  if (isLoading) return undefined;
  const prices = data?.map((active) => active.price) ?? [];
  return prices.length > 0 ? { least: Math.min(...prices), most: Math.max(...prices) } : null;
}

/** The package's price per part, compared with the wallet's default prices. */
function PerPart() {
  const translate = useTranslate();
  const values: unknown[] = useWatch({ name: ['parts', 'price'] });
  const usual = useDefaultPrice();
  const [count, amount] = values;
  const isKnown = typeof count === 'number' && typeof amount === 'number' && count > 0 && amount > 0;
  if (!isKnown) return <p aria-live="polite">{translate('sale.perPartUnknown')}</p>;
  const each = amount / count;
  return (
    <p aria-live="polite">
      <b>{translate('sale.perPart', { amount: price(each) })}</b>{' '}
      {usual === undefined && (
        <SkeletonWords>
          {translate('sale.cheaper', { usual: price(each), percent: percent(0.1) })}
        </SkeletonWords>
      )}
      {usual &&
        (usual.least === usual.most
          ? translate(comparison(each, usual.most), {
              usual: price(usual.most),
              percent: percent(Math.abs(1 - each / usual.most)),
            })
          : translate('sale.usualRange', { least: price(usual.least), most: price(usual.most) }))}
    </p>
  );
}

/** Below this, two prices are equal in whole percent. */
const SAME = 0.005;

const comparison = (each: number, usual: number): string => {
  const saved = 1 - each / usual;
  if (Math.abs(saved) < SAME) return 'sale.asUsual';
  return saved > 0 ? 'sale.cheaper' : 'sale.dearer';
};
