import { useTranslate } from 'ra-core';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { money, percent, price } from '../../../core/format.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { saving, type usePartPrice } from './usePartPrice.ts';

/** Below this, package and wallet prices are equal in whole percent. */
const SAME = 0.005;

/**
 * Whether the wallet can pay a package; nothing without a price. `spendable` includes credit, and is undefined for users who may
 * not see it.
 */
export function Affordable({ price, spendable }: { price: number; spendable: number | undefined }) {
  const translate = useTranslate();
  if (spendable === undefined || !Number.isFinite(price)) return null;
  const missing = price - spendable;
  return (
    <p className="pack-note">
      {missing > 0
        ? translate('packages.missing', { amount: money(missing) })
        : translate('packages.affordable')}
    </p>
  );
}

interface ComparisonProps {
  pack: SmsPackage;
  partPrice: ReturnType<typeof usePartPrice>;
}

/** How the price of a package's part compares with the wallet's. */
export function Comparison({ pack, partPrice }: ComparisonProps) {
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
