import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { money } from '../../../core/format.ts';
import type { HttpError } from '../../../core/http.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
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
  return (
    <FailureAlert
      failure={failure}
      severity={kind === 'price' || kind === 'inFlight' ? 'warning' : 'error'}
      title={translate(kind === 'price' && testChanged ? 'sending.testChanged' : titles[kind])}
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
      {texts[kind]}
    </FailureAlert>
  );
}
