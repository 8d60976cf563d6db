import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { price } from '../../../core/format.ts';
import { mayWrite } from '../../../crud/access.ts';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';

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
            <span className="crud-number">{price(Number(pack.price) / Number(pack.parts))}</span>
          ),
        },
        'validity_days',
        'sold',
        'is_active',
      ]}
      rowActions={(pack) =>
        pack.sold === 0 &&
        mayWrite(packageForSale, 'update') && (
          <DeleteConfirmed entity={packageForSale} record={pack} name={String(pack.name)}>
            {translate('sale.deleteText')}
          </DeleteConfirmed>
        )
      }
      empty={{ title: translate('sale.empty'), text: translate('sale.emptyText') }}
    />
  );
}
