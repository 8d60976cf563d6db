import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { operators } from '#schema/phone.ts';
import { canAccess } from '../../../core/access.ts';
import { price, priceInRupees } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { When } from '../../../crud/When.tsx';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { type ActivePrice, useActivePrices } from './useActivePrices.ts';

const ACCOUNT = 'prices_of';

/** The current price per part by operator, and where each price comes from. The account is in the URL. */
export function PricesNow() {
  const translate = useTranslate();
  const id = useId();
  const { name } = useOperatorNames();
  const [params, setParams] = useSearchParams();
  const account = params.get(ACCOUNT) ?? '';
  const { data, error, refetch } = useActivePrices(account);
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
        {canAccess('admin/accounts') && (
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
          {data.map((active) => (
            <Operator key={`${active.id} ${active.operator}`} active={active} />
          ))}
        </dl>
      ) : (
        <dl className="pricing-matrix" aria-busy="true">
          {operators.map((operator) => (
            <div key={operator}>
              <dt>
                <SkeletonWords>{name(operator)}</SkeletonWords>
              </dt>
              <dd>
                <b>
                  <SkeletonWords>{priceInRupees(100, 6)}</SkeletonWords>
                </b>
                <span>
                  <SkeletonWords>{translate('pricing.source.default')}</SkeletonWords>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Operator({ active }: { active: ActivePrice }) {
  const translate = useTranslate();
  const { operator, next, own, any_operator: isAny, release_undelivered: isReleased } = active;
  const { name } = useOperatorNames();
  const source = own ? (isAny ? 'own' : 'ownOperator') : isAny ? 'default' : 'operator';
  const viber = offers('viber') ? active.viber_price : null;
  const isSourceKnown = own !== undefined && isAny !== undefined;
  return (
    <div>
      <dt>{operator ? name(operator) : translate('pricing.anyOperator')}</dt>
      <dd>
        <b>{priceInRupees(active.price, 6)}</b>
        {Number.isFinite(viber) && (
          <span>{translate('pricing.viberNow', { amount: priceInRupees(viber, 6) })}</span>
        )}
        {isSourceKnown && <span>{translate(`pricing.source.${source}`)}</span>}
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
