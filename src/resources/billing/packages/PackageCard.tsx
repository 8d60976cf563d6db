import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { money, number, percent, price, priceInRupees, rupees } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { saving, type usePartPrice } from './usePartPrice.ts';

/** Below this, package and wallet prices are equal in whole percent. */
const SAME = 0.005;

export interface PackageCardProps {
  pack: SmsPackage;
  partPrice: ReturnType<typeof usePartPrice>;
  /** What the wallet can pay, credit included; undefined for users who may not see it. */
  spendable: number | undefined;
  /** Opens the purchase; absent without permission. */
  onBuy?(): void;
}

/** One package for sale: content, price, and comparison with the wallet's price. */
export function PackageCard({ pack, partPrice, spendable, onBuy }: PackageCardProps) {
  const translate = useTranslate();
  const { name, parts, validity_days: days } = pack;
  // Buying is not possible if the server does not say the price, or not in the contract's unit.
  const isPriced = Number.isFinite(pack.price);
  return (
    <li className="crud-card pack" aria-labelledby={`pack-${pack.uuid}`}>
      <h2 id={`pack-${pack.uuid}`}>{shown(name)}</h2>
      <p className="pack-parts">
        <b>{number(parts)}</b> {translate('packages.parts', { smart_count: parts })}
      </p>
      <p className="pack-price">{rupees(pack.price)}</p>
      <dl>
        <div>
          <dt>{translate('packages.perPart')}</dt>
          <dd>{priceInRupees(pack.price / parts)}</dd>
        </div>
        <div>
          <dt>{translate('packages.validity')}</dt>
          <dd>{translate('packages.days', { smart_count: days, count: number(days) })}</dd>
        </div>
      </dl>
      <p className="pack-note">
        <Comparison pack={pack} partPrice={partPrice} />
      </p>
      {isPriced && spendable !== undefined && <Affordable missing={pack.price - spendable} />}
      {onBuy && isPriced && (
        <Button
          variant="contained"
          onClick={onBuy}
          aria-label={translate('packages.buyNamed', { name, amount: money(pack.price) })}
        >
          {translate('packages.buy')}
        </Button>
      )}
    </li>
  );
}

function Affordable({ missing }: { missing: number }) {
  const translate = useTranslate();
  return (
    <p className="pack-note">
      {missing > 0
        ? translate('packages.missing', { amount: money(missing) })
        : translate('packages.affordable')}
    </p>
  );
}

function Comparison({ pack, partPrice }: Pick<PackageCardProps, 'pack' | 'partPrice'>) {
  const translate = useTranslate();
  if (partPrice === undefined) {
    const words = translate('packages.cheaper', { percent: percent(0.1), wallet: price(100) });
    return <SkeletonWords>{words}</SkeletonWords>;
  }
  if (!partPrice || !Number.isFinite(saving(pack, partPrice.most))) return null;
  const { least, most } = partPrice;
  if (least !== most) return translate('packages.walletRange', { least: price(least), most: price(most) });
  const fraction = saving(pack, most);
  const wallet = price(most);
  if (Math.abs(fraction) < SAME) return translate('packages.asWallet', { wallet });
  return fraction > 0 ? (
    <span className="pack-saving">
      {translate('packages.cheaper', { percent: percent(fraction), wallet })}
    </span>
  ) : (
    translate('packages.dearer', { percent: percent(-fraction), wallet })
  );
}
