import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { price, rupees } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { DeletePackage } from './DeletePackage.tsx';

const packageForSale = entityOf('admin/packages');

/** One package for sale, and how often it was sold. */
export const PackageForSaleShow = () => (
  <EntityShow
    entity={packageForSale}
    render={{ price: (pack) => <Price pack={pack} /> }}
    remove={(pack) => <DeletePackage pack={pack} />}
  />
);

function Price({ pack }: { pack: Row }) {
  const translate = useTranslate();
  const whole = Number(pack.price);
  return (
    <>
      {rupees(whole)}
      <br />
      <small>{translate('sale.perPart', { amount: price(whole / Number(pack.parts)) })}</small>
    </>
  );
}
