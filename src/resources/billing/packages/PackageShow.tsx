import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { canBuyPackages } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { priceInRupees, rupees } from '../../../core/format.ts';
import { recordTitle, useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { useSpendable } from '../../../layout/useUser.ts';
import { BuyDialog } from './BuyDialog.tsx';
import { Affordable, Comparison } from './Comparison.tsx';
import { usePartPrice } from './usePartPrice.ts';
import { usePurchase } from './usePurchase.ts';
import './packages.css';

const smsPackage = entityOf('packages/sms');
const asPackage = (record: Row) => record as unknown as SmsPackage;

/** One package that the customer can buy. Its address can be sent to somebody else. */
export function PackageShow() {
  const translate = useTranslate();
  const labels = useLabels(smsPackage);
  const refresh = useRefresh();
  const purchase = usePurchase({ onPriceChange: refresh });
  const canBuy = canBuyPackages();
  return (
    <>
      <EntityShow
        entity={smsPackage}
        // Bought packages have the same names.
        title={(record) => `${labels.name(1)} ${recordTitle(smsPackage, record)}`}
        fields={['parts', 'price', 'validity_days']}
        render={{ price: (record) => <Price pack={asPackage(record)} /> }}
        actions={(record) =>
          canBuy &&
          Number.isFinite(record.price) && (
            <Button variant="contained" onClick={() => purchase.open(asPackage(record))}>
              {translate('packages.buy')}
            </Button>
          )
        }
      />
      {canBuy && <BuyDialog purchase={purchase} />}
    </>
  );
}

/** The whole price, that of a part beside the wallet's, and whether the wallet can pay it. */
function Price({ pack }: { pack: SmsPackage }) {
  const translate = useTranslate();
  const partPrice = usePartPrice();
  const spendable = useSpendable();
  return (
    <>
      {rupees(pack.price)}
      <p className="pack-note">
        {translate('packages.perPart')} {priceInRupees(pack.price / pack.parts)}
      </p>
      <p className="pack-note">
        <Comparison pack={pack} partPrice={partPrice} />
      </p>
      <Affordable price={pack.price} spendable={spendable} />
    </>
  );
}
