import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ACTIVE_PRICES, type ActivePrices } from '#schema/productPricing.ts';
import { mayDo } from '../../../core/access.ts';
import { price } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { When } from '../../../crud/When.tsx';

const ACCOUNT = 'prices_of';

/** The current price per part by operator, and where each price comes from. The account is in the URL. */
export function PricesNow() {
  const translate = useTranslate();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const account = params.get(ACCOUNT) ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['activePrices', account],
    queryFn: async ({ signal }) => {
      const query = account ? `?${new URLSearchParams({ account })}` : '';
      return (await http.json<{ data: ActivePrices }>(ACTIVE_PRICES + query, { signal })).data;
    },
  });
  const choose = (uuid: string | undefined) =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        if (uuid) next.set(ACCOUNT, uuid);
        else next.delete(ACCOUNT);
        return next;
      },
      { replace: true },
    );
  return (
    <section className="crud-card pricing-now" aria-labelledby={id}>
      <div className="pricing-head">
        <div>
          <h2 id={id}>{translate('pricing.now')}</h2>
          <p>{translate('pricing.nowText')}</p>
        </div>
        {mayDo('admin/accounts') && (
          <ReferencePicker
            single
            of="admin/accounts"
            label={translate('pricing.nowFor')}
            help={account ? undefined : translate('pricing.nowForHelp')}
            value={account ? [account] : []}
            onChange={([chosen]) => choose(chosen)}
          />
        )}
      </div>
      {error && !data ? (
        <LoadFailure what="pricing.prices" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <dl className="pricing-matrix">
          {data.prices.map((active) => (
            <Operator key={active.operator} active={active} />
          ))}
        </dl>
      ) : (
        <Skeleton variant="rounded" height={96} />
      )}
    </section>
  );
}

function Operator({ active }: { active: ActivePrices['prices'][number] }) {
  const translate = useTranslate();
  const { operator, next, own, any_operator: isAny, release_undelivered: isReleased } = active;
  const source = own ? (isAny ? 'own' : 'ownOperator') : isAny ? 'default' : 'operator';
  return (
    <div>
      <dt>{translate(`crud.choices.${operator}`)}</dt>
      <dd>
        <b>{translate('payments.rupees', { amount: price(active.price, 6) })}</b>
        <span>{translate(`pricing.source.${source}`)}</span>
        {isReleased && <span>{translate('pricing.released')}</span>}
        {next && (
          <span className="pricing-next">
            {translate('pricing.next', { amount: price(next.price, 6) })} <When iso={next.valid_from} />
          </span>
        )}
      </dd>
    </div>
  );
}
