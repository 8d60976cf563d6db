import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { productPricing } from '#schema/productPricing.ts';
import { digits, priceInRupees } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { AddInstead } from '../../../crud/AddInstead.tsx';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { useConfirmImpact } from './useConfirmImpact.tsx';
import { isFuture, usePricingName } from './usePricingName.ts';
import { useVatPercent } from './useVatPercent.ts';
import './pricing.css';

const {
  account: accountField,
  operator,
  price: priceField,
  viber_price,
  release_undelivered,
  valid_from,
} = productPricing.fields;
const AccountInput = inputFor(accountField.kind);
const OperatorInput = inputFor(operator.kind);
const PriceInput = inputFor(priceField.kind);
const ReleaseInput = inputFor(release_undelivered.kind);
const FromInput = inputFor(valid_from.kind);

export function PricingCreate() {
  const translate = useTranslate();
  const { confirm, dialog } = useConfirmImpact();
  // An account's page leads here for its own prices.
  const account = useSearchParams()[0].get('account');
  return (
    <EntityCreate
      entity={productPricing}
      defaults={{ release_undelivered: false, account }}
      confirm={confirm}
    >
      <Alert severity="info" variant="outlined">
        {translate('pricing.rule')}
      </Alert>
      <AccountInput entity={productPricing} name="account" field={accountField} />
      <OperatorInput entity={productPricing} name="operator" field={operator} />
      <Terms />
      {dialog}
    </EntityCreate>
  );
}

export function PricingEdit() {
  const translate = useTranslate();
  const { name } = usePricingName();
  const { confirm, dialog } = useConfirmImpact();
  return (
    <EntityEdit
      entity={productPricing}
      title={name}
      confirm={confirm}
      locked={(record) =>
        isFuture(record) ? undefined : (
          <AddInstead entity={productPricing} reason={translate('pricing.locked')} />
        )
      }
    >
      <Whose />
      <Terms />
      {dialog}
    </EntityEdit>
  );
}

/** Account and operator of a price cannot be changed. */
function Whose() {
  const record = useRecordContext();
  const names = usePricingName();
  return record ? (
    <p className="pricing-quiet">
      {names.account(record)}, {names.operator(record)}
    </p>
  ) : null;
}

function Terms() {
  return (
    <>
      <PriceInput entity={productPricing} name="price" field={priceField} />
      <WithoutVat />
      {offers('viber') && <PriceInput entity={productPricing} name="viber_price" field={viber_price} />}
      <ReleaseInput entity={productPricing} name="release_undelivered" field={release_undelivered} />
      <FromInput entity={productPricing} name="valid_from" field={valid_from} />
    </>
  );
}

/** The typed price without the tax of its first day, which is how prices are negotiated. */
function WithoutVat() {
  const translate = useTranslate();
  const typed: unknown = useWatch({ name: 'price' });
  const from: unknown = useWatch({ name: 'valid_from' });
  const percent = useVatPercent(typeof from === 'string' ? from : null);
  if (percent === null) return null;
  if (percent === undefined)
    return (
      <dl className="pricing-vat" aria-busy="true">
        {[translate('pricing.withVat', { percent: digits('13') }), translate('pricing.withoutVat')].map(
          (name) => (
            <div key={name}>
              <dt>
                <SkeletonWords>{name}</SkeletonWords>
              </dt>
              <dd>
                <SkeletonWords>–</SkeletonWords>
              </dd>
            </div>
          ),
        )}
      </dl>
    );
  const known = typeof typed === 'number' && typed >= 0;
  return (
    <dl className="pricing-vat" aria-live="polite">
      <div>
        <dt>{translate('pricing.withVat', { percent: digits(String(percent)) })}</dt>
        <dd>{known ? priceInRupees(typed, 6) : '–'}</dd>
      </div>
      <div>
        <dt>{translate('pricing.withoutVat')}</dt>
        <dd>{known ? priceInRupees(typed / (1 + percent / 100), 6) : '–'}</dd>
      </div>
    </dl>
  );
}
