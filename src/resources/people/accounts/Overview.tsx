import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '#schema/account.ts';
import { canAccess } from '../../../core/access.ts';
import { number, priceInRupees, rupees } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Totals } from '../../../crud/Totals.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useOverview } from './useOverview.ts';

/** An account's balance and holds, and links to its messages and KYC. */
export function Figures({ account: { uuid, balance } }: { account: Account }) {
  const translate = useTranslate();
  const { data, error, refetch } = useOverview(uuid);
  const soon = <Skeleton width={90} />;
  const messages = new URLSearchParams({ filter: JSON.stringify({ account: uuid }) });
  const figures: (readonly [key: string, value: ReactNode])[] = [
    ['balance', rupees(balance)],
    ...(offers('account-overview')
      ? ([
          ['held', data ? rupees(data.held) : soon],
          ['running', data ? number(data.running) : soon],
          ['partsLeft', data ? number(data.parts) : soon],
        ] as const)
      : []),
  ];
  if (error)
    return (
      <div className="account-figures">
        <LoadFailure what="accounts.tab.overview" error={error} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <section className="crud-card account-figures" aria-label={translate('accounts.tab.overview')}>
      <Totals
        className="account-grid"
        figures={figures.map(([key, value]) => [key, translate(`accounts.${key}`), value])}
      />
      <p>
        {canAccess('sms/dispatch') && (
          <Link to={`/sms/dispatch?${messages}`}>{translate('accounts.seeMessages')}</Link>
        )}
        {data?.kyc && canAccess('kyc') && <Link to={`/kyc/${data.kyc}`}>{translate('accounts.seeKyc')}</Link>}
      </p>
    </section>
  );
}

/** The account's current price per part, and per Viber message where there is one, by operator. */
export function Prices({ account }: { account: string }) {
  const translate = useTranslate();
  const { data } = useOverview(account);
  if (!data) return null;
  return (
    <section className="crud-card account-prices" aria-labelledby="account-prices">
      <h2 id="account-prices">{translate('accounts.prices')}</h2>
      <dl className="account-grid">
        {data.prices.map(({ operator, price: each, viber_price: viber }) => (
          <div key={operator}>
            <dt>{translate(`crud.choices.${operator}`)}</dt>
            <dd className="crud-number">{priceInRupees(each)}</dd>
            {offers('viber') && Number.isFinite(viber) && (
              <dd>{translate('accounts.viberPrice', { amount: priceInRupees(viber) })}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
