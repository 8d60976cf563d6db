import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Button from '@mui/material/Button';
import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_MAX } from '#schema/outline.ts';
import type { SmsPackage } from '#schema/smsPackage.ts';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { CardGrid } from '../../../layout/CardGrid.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useBalance, useSpendable } from '../../../layout/useUser.ts';
import { BuyDialog } from './BuyDialog.tsx';
import { PackageCard } from './PackageCard.tsx';
import { usePartPrice } from './usePartPrice.ts';
import { usePurchase } from './usePurchase.ts';
import './packages.css';

const smsPackage = entityOf('packages/sms');

type Row = SmsPackage & { id: string };

/** The packages for sale as cards; choosing one opens the purchase. */
export function PackageList() {
  const translate = useTranslate();
  const balance = useBalance();
  const spendable = useSpendable();
  const partPrice = usePartPrice();
  const { data, error, isPending, refetch } = useGetList<Row>(smsPackage.name, {
    pagination: { page: 1, perPage: PAGE_SIZE_MAX },
    sort: { field: 'price', order: 'ASC' },
  });
  const purchase = usePurchase({ onPriceChange: () => void refetch() });
  const canBuy = canBuyPackages();

  return (
    <>
      <PageHeader
        title={translate('menu.buy_package')}
        actions={
          canAccess('packages/active-packages') && (
            <Button variant="outlined" component={Link} to="/packages/active-packages">
              {translate('packages.seeActive')}
            </Button>
          )
        }
      />
      <p className="pack-lead">
        {translate('packages.lead')}{' '}
        {balance !== undefined && translate('packages.yourBalance', { amount: rupees(balance) })}
      </p>
      {error && !data ? (
        <LoadFailure what="resources.packages/sms.name" error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <section className="crud-card">
          <EmptyState
            icon={<Inventory2Outlined />}
            title={translate('packages.none')}
            text={translate('packages.noneText')}
          />
        </section>
      ) : (
        <CardGrid as="ul" isBusy={isPending}>
          {isPending
            ? [1, 2, 3, 4].map((place) => (
                <li key={place} className="crud-card pack" aria-hidden="true">
                  <Skeleton width="50%" height={28} />
                  <Skeleton width="70%" height={44} />
                  <Skeleton height={120} />
                  <Skeleton variant="rounded" height={36} />
                </li>
              ))
            : data?.map((pack) => (
                <PackageCard
                  key={pack.id}
                  pack={pack}
                  partPrice={partPrice}
                  spendable={spendable}
                  {...(canBuy && { onBuy: () => purchase.open(pack) })}
                />
              ))}
        </CardGrid>
      )}
      {canBuy && <BuyDialog purchase={purchase} />}
    </>
  );
}
