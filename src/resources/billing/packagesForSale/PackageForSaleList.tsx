import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { priceInRupees } from '../../../core/format.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { DeletePackage } from './DeletePackage.tsx';

const packageForSale = entityOf('admin/packages');

export function PackageForSaleList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={packageForSale}
      columns={[
        'name',
        'parts',
        'price',
        {
          name: 'per_part',
          label: translate('resources.admin/packages.fields.per_part'),
          end: true,
          render: (pack) => (
            <span className="crud-number">{priceInRupees(Number(pack.price) / Number(pack.parts))}</span>
          ),
        },
        'validity_days',
        'sold',
        'is_active',
      ]}
      rowActions={(pack) => <DeletePackage pack={pack} compact />}
      empty={{ title: translate('sale.empty'), text: translate('sale.emptyText') }}
    />
  );
}
