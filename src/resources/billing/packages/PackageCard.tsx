import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { money, number, priceInRupees, rupees } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import { Affordable, Comparison } from './Comparison.tsx';
import type { usePartPrice } from './usePartPrice.ts';

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
      <h2 id={`pack-${pack.uuid}`}>
        <Link to={`/packages/sms/${pack.uuid}/show`}>{shown(name)}</Link>
      </h2>
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
      <Affordable price={pack.price} spendable={spendable} />
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
