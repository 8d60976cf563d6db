import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type TopupInput, topupInput, topupProblem } from '#schema/paymentReference.ts';
import { money } from '../../../core/format.ts';
import { parseMoney } from '../../../core/parseMoney.ts';
import { useDraftState } from '../../../crud/useDraftState.ts';
import { useIsGone } from '../../../crud/useIsGone.ts';
import { goToCheckout } from '../payments/checkout.ts';
import { noPayment, type PaymentValues, paymentBody } from '../payments/PaymentFields.tsx';
import { type Problems, problemsFrom, problemsOf } from '../payments/problems.ts';
import { type PaymentOffer, paymentOffer, usePayment } from '../payments/usePayment.ts';

type Body = Omit<TopupInput, 'method'> & { method: PaymentValues['method'] };

export interface TopupDraft extends PaymentValues {
  /** As typed. */
  amount: string;
  /** The checked request, with its key. */
  offer?: PaymentOffer<Body> | undefined;
}

const LIST = '/wallet/topup-history';
const none: Problems = {};

const isWritten = ({ amount, reference, receipt, note }: TopupDraft): boolean =>
  Boolean(amount || reference || receipt || note);
/** An attempt without an answer is kept, too. */
const isKept = (draft: TopupDraft): boolean => isWritten(draft) || draft.offer?.uncertain === true;

/** Requesting a top-up: input, check, and answer. The step is in the URL. */
export function useTopup() {
  const notify = useNotify();
  const navigate = useNavigate();
  const isGone = useIsGone();
  const [params, setParams] = useSearchParams();
  // The amount needed for something else, in minor units.
  const wanted = Number(params.get('amount'));
  const initial: TopupDraft = {
    ...noPayment,
    amount: Number.isSafeInteger(wanted) && wanted > 0 ? money(wanted) : '',
  };
  const {
    value: kept = initial,
    setValue,
    isBack,
    isOver,
    end,
  } = useDraftState<TopupDraft>('topup', initial, isKept);
  const [problems, setProblems] = useState<Problems>(none);
  const { offer } = kept;
  const isCheck = params.get('step') === 'check' && offer !== undefined;
  const change = (part: Partial<TopupDraft>) => setValue((former) => ({ ...(former ?? initial), ...part }));

  const { pay, isPaying, failure, forget } = usePayment<Body>({
    path: '/v1/credit/payment/credit_payment_initiate/',
    onOffer: (next) => change({ offer: next }),
    onPaid: (payment) => {
      end();
      // Users who have left the page are told, but not called back. Unpaid payments are in the history.
      if (payment.checkout) {
        if (isGone.current) return false;
        goToCheckout(payment.checkout);
        return true;
      }
      notify('topup.requested', { type: 'success', messageArgs: { amount: money(payment.amount) } });
      if (!isGone.current) navigate(LIST);
      return false;
    },
    onFailed: (failed, kind) => {
      if (kind !== 'fields' || isGone.current) return;
      setProblems(problemsFrom(failed.body.errors));
      setParams({}, { replace: true });
    },
  });

  return {
    kept,
    problems,
    failure,
    isPaying,
    isCheck,
    isBack,
    isOver,
    isWritten: isWritten(kept),
    isUncertain: offer?.uncertain === true && !isPaying,
    edit(part: Partial<TopupDraft>) {
      change(part);
      setProblems(none);
      forget();
    },
    /** Continues to the check, unless an input is invalid or outside the provider's bounds. */
    check(bounds: Parameters<typeof topupProblem>[1]) {
      const amount = kept.amount.trim() === '' ? undefined : parseMoney(kept.amount);
      const body = { amount: amount as number, ...paymentBody(kept) };
      const found: Record<string, string> = { ...problemsOf(topupInput, body) };
      const outside = amount !== undefined && topupProblem(amount, bounds);
      if (outside) found.amount = outside;
      if (kept.amount.trim() !== '' && amount === undefined) found.amount = 'crud.error.notAmount';
      setProblems(found);
      if (Object.keys(found).length > 0) return;
      change({ offer: paymentOffer<Body>(body, offer) });
      setParams({ step: 'check' });
    },
    send() {
      if (offer) void pay(offer);
    },
    back: () => setParams({}),
    /** Discards an unanswered attempt, once the user has seen its result. */
    startOver() {
      change({ offer: undefined });
      setParams({});
      forget();
    },
    discard() {
      setValue({ ...noPayment, amount: '' });
      setProblems(none);
      forget();
    },
    end,
  };
}

export type Topup = ReturnType<typeof useTopup>;
