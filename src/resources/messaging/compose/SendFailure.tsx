import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { money } from '../../../core/format.ts';
import type { HttpError } from '../../../core/http.ts';
import { Reference } from '../../../layout/Reference.tsx';
import { shortText } from './PlanFigures.tsx';
import { failureKind, type Offer } from './useSend.ts';

const titles = {
  price: 'sending.priceChanged',
  noOperator: 'plan.noOperator',
  balance: 'sending.short',
  expired: 'sending.expired',
  inFlight: 'sending.inFlight',
  uncertain: 'sending.uncertain',
  refused: 'sending.refused',
} as const;

const translated = (translate: (key: string, options?: object) => string, text: string): string =>
  translate(text, { _: text });

/** Why a campaign was not accepted, whether anything was charged, and what to do next. */
export function SendFailure({
  failure,
  offer,
  isCut,
  onRetry,
  onCheck,
}: {
  failure: HttpError;
  offer: Offer;
  /** It is retried automatically when the connection is back. */
  isCut: boolean;
  onRetry(): void;
  onCheck(): void;
}) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew
  useEffect(() => place.current?.focus(), [failure]);
  const { plan, testChanged, uncertain } = offer;
  const kind = failureKind(failure, plan, uncertain);
  const reason = translated(translate, failure.message);
  const texts = {
    price: testChanged
      ? reason
      : plan &&
        translate('sending.priceChangedText', {
          old: money(offer.formerCost ?? plan.cost),
          cost: money(plan.cost),
        }),
    noOperator: translate('plan.noOperatorText'),
    balance: plan && shortText(plan, translate),
    expired: translate('sending.expiredText', { reason }),
    inFlight: translate('sending.inFlightText'),
    uncertain: translate(!plan ? 'unplanned.uncertain' : isCut ? 'sending.cutText' : 'sending.uncertainText'),
    refused: translate('sending.refusedText', { reason }),
  };
  const { request_id: reference } = failure.body;
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      severity={kind === 'price' || kind === 'inFlight' ? 'warning' : 'error'}
      variant="outlined"
      action={
        kind === 'uncertain' || kind === 'inFlight' ? (
          <Button color="inherit" onClick={onRetry}>
            {translate(plan ? 'sending.tryAgain' : 'unplanned.again')}
          </Button>
        ) : kind === 'expired' || kind === 'balance' || kind === 'noOperator' ? (
          <Button color="inherit" onClick={onCheck}>
            {translate('sending.checkAgain')}
          </Button>
        ) : undefined
      }
    >
      <AlertTitle>
        {translate(kind === 'price' && testChanged ? 'sending.testChanged' : titles[kind])}
      </AlertTitle>
      {texts[kind]}
      <Reference id={reference} />
    </Alert>
  );
}
