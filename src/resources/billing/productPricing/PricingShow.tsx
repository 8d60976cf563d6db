import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { DeletePricing } from './DeletePricing.tsx';
import { isFuture, usePricingName } from './usePricingName.ts';

const productPricing = entityOf('admin/product-pricing');

/** One price: account, operator, amount, and start. */
export function PricingShow() {
  const names = usePricingName();
  return (
    <EntityShow
      entity={productPricing}
      title={names.name}
      fields={[
        ...[
          'account_name',
          'operator',
          'price',
          ...(offers('viber') ? ['viber_price'] : []),
          'valid_from',
          'status',
        ],
        'release_undelivered',
        ...['created_at', 'updated_at'],
      ]}
      render={{
        account_name: (record) =>
          record.account ? (
            <AccountLink uuid={record.account} name={record.account_name} />
          ) : (
            names.account(record)
          ),
        operator: names.operator,
      }}
      canEdit={isFuture}
      remove={(record) => <DeletePricing record={record} />}
    />
  );
}
