import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { money, rupees } from '../../../core/format.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { useBalance } from '../../../layout/useUser.ts';
import { PaymentFailure } from '../payments/PaymentFailure.tsx';
import { isManual } from '../payments/PaymentFields.tsx';
import { uncertainText } from '../payments/uncertainText.ts';
import type { Topup } from './useTopup.ts';
import '../../../crud/crud.css';

/** The exact amount, and the button that sends the request. */
export function TopupCheck({ topup }: { topup: Topup }) {
  const translate = useTranslate();
  const balance = useBalance();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { kept, isPaying, isUncertain, failure } = topup;
  if (!kept.offer) return null;
  const { body } = kept.offer;
  const amount = money(body.amount);
  const method = translate(`payments.method.${body.method}`);
  const manual = isManual(body.method);
  const history = <Link to="/wallet/topup-history">{translate('topup.seeHistory')}</Link>;
  const lines = [
    ['amount', translate('topup.youPay'), rupees(body.amount)],
    ['method', translate('payments.how'), method],
    ...(manual
      ? [
          ['reference', translate('payments.referenceShort'), body.reference ?? <EmptyValue key="none" />],
          [
            'receipt',
            translate('payments.receipt'),
            translate(body.receipt ? 'payments.attached' : 'crud.none'),
          ],
          ...(body.note ? [['note', translate('payments.note'), body.note]] : []),
        ]
      : []),
    ...(balance === undefined ? [] : [['after', translate('topup.after'), rupees(balance + body.amount)]]),
  ] as const;

  return (
    <section className="crud-card topup-check">
      <h2 ref={heading} tabIndex={-1}>
        {translate('topup.checkTitle')}
      </h2>
      <dl className="crud-figures is-boxed has-sum">
        {lines.map(([key, label, value]) => (
          <div key={key as string} data-figure={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!isUncertain && (
        <p>{translate(manual ? 'topup.manualText' : 'topup.onlineText', { amount, method })}</p>
      )}
      {failure ? (
        <PaymentFailure failure={failure} amount={body.amount} isUncertain={isUncertain} onRetry={topup.send}>
          {isUncertain && history}
        </PaymentFailure>
      ) : (
        isUncertain && (
          <Alert severity="error" variant="outlined">
            {translate(uncertainText(), { amount })} {history}
          </Alert>
        )
      )}
      <div className="crud-form-buttons">
        <Button variant="contained" loading={isPaying} onClick={topup.send}>
          {translate(isUncertain ? 'payments.tryAgain' : manual ? 'topup.confirm' : 'topup.confirmOnline', {
            amount,
            method,
          })}
        </Button>
        <Button onClick={isUncertain ? topup.startOver : topup.back} disabled={isPaying}>
          {translate(isUncertain ? 'payments.startOver' : 'topup.change')}
        </Button>
      </div>
    </section>
  );
}
