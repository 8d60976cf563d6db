import EditOutlined from '@mui/icons-material/EditOutlined';
import { useCreatePath, useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue, ExactAmount } from '../../../crud/fields.tsx';
import { RowAction } from '../../../crud/RowAction.tsx';
import { DeletePricing } from './DeletePricing.tsx';
import { PricesNow } from './PricesNow.tsx';
import { isFuture, usePricingName } from './usePricingName.ts';
import './pricing.css';

const productPricing = entityOf('admin/product-pricing');

/** The prices in force now, in general or for one account, and below them every price ever set. */
export function PricingList() {
  const translate = useTranslate();
  const { operator } = usePricingName();
  return (
    <EntityList
      entity={productPricing}
      above={<PricesNow />}
      columns={[
        { name: 'account_name', render: (record) => <Whose record={record} /> },
        { name: 'operator', render: operator },
        { name: 'price', render: (record) => <Prices record={record} /> },
        'valid_from',
        'status',
        'release_undelivered',
      ]}
      rowActions={(record) => <PricingActions record={record} />}
      empty={{ title: translate('pricing.empty'), text: translate('pricing.emptyText') }}
    />
  );
}

/** Whose price it is. A row of two lines has no place for the operator, so the name has it there. */
function Whose({ record }: { record: Row }) {
  const { account, operator } = usePricingName();
  const isOfOne = typeof record.operator === 'string' && record.operator !== '';
  return (
    <>
      {account(record)}
      {isOfOne && <span className="pricing-operator">, {operator(record)}</span>}
    </>
  );
}

/** The price of a part, and below it that of a Viber message where there is one: few prices name it. */
function Prices({ record: { price, viber_price: viber } }: { record: Row }) {
  const translate = useTranslate();
  if (!Number.isFinite(price)) return <EmptyValue />;
  return (
    <>
      <ExactAmount minor={price as number} />
      {offers('viber') && Number.isFinite(viber) && (
        <span className="pricing-viber">
          {translate('pricing.viber')} <ExactAmount minor={viber as number} />
        </span>
      )}
    </>
  );
}

/** Only future prices can be changed or deleted. */
function PricingActions({ record }: { record: Row }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { name } = usePricingName();
  if (!isFuture(record) || !canWrite(productPricing, 'update')) return null;
  return (
    <>
      <RowAction
        icon={EditOutlined}
        label={translate('crud.show.edit')}
        of={name(record)}
        to={createPath({ resource: productPricing.name, type: 'edit', id: record.id })}
      />
      <DeletePricing record={record} compact />
    </>
  );
}
