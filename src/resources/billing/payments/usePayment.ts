import { useRef, useState } from 'react';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { entityOf } from '../../../core/entities.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { isUncertain } from '../../../core/isUncertain.ts';
import { newKey } from '../../../core/newKey.ts';
import { readRecord } from '../../../core/records.ts';
import { onWritten } from '../../../layout/onWritten.ts';

const paymentReference = entityOf('wallet/topup-history');

/** A requested payment with its idempotency key, so that it happens once however often it is tried. */
export interface PaymentOffer<B> {
  body: B;
  key: string;
  /** An attempt is unanswered: it may have been accepted. */
  uncertain: boolean;
}

/** An offer for this body: the previous one with its key if the body is the same, otherwise a new one. */
export function paymentOffer<B>(body: B, former?: PaymentOffer<B>): PaymentOffer<B> {
  const isSame = former !== undefined && JSON.stringify(former.body) === JSON.stringify(body);
  return isSame ? former : { body, key: newKey(), uncertain: false };
}

export type PaymentFailureKind = 'price' | 'balance' | 'inFlight' | 'uncertain' | 'fields' | 'refused';

/** The fields at which a payment form shows errors. */
const FIELDS = ['amount', 'method', 'reference', 'receipt'];

/** What a failed payment means for the user. `wasUncertain`: an earlier attempt under its key may have been accepted. */
export function paymentFailureKind(error: HttpError, wasUncertain: boolean): PaymentFailureKind {
  if (error.code === 'in_flight') return 'inFlight';
  if (isUncertain(error, wasUncertain)) return 'uncertain';
  if (error.code === 'price_changed') return 'price';
  if (error.code === 'insufficient_balance') return 'balance';
  return FIELDS.some((name) => error.body.errors?.[name]) ? 'fields' : 'refused';
}

interface Settings<B> {
  path: string;
  /** Called with the offer before it is sent, as uncertain, and again if it turns out to be refused. */
  onOffer(offer: PaymentOffer<B>): void;
  /** Returns whether the browser is leaving for another page: the button then stays busy. */
  onPaid(payment: StartedPayment): boolean;
  onFailed?(failure: HttpError, kind: PaymentFailureKind): void;
}

/**
 * Requests a payment. A second click while the first is unanswered is ignored; a retry after a failure uses the same key,
 * so that the server does it once.
 */
export function usePayment<B extends object>({ path, onOffer, onPaid, onFailed }: Settings<B>) {
  const busy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<HttpError>();

  const rest = () => {
    busy.current = false;
    setPaying(false);
  };

  const pay = async (offer: PaymentOffer<B>) => {
    if (busy.current) return;
    busy.current = true;
    setPaying(true);
    setFailure(undefined);
    onOffer({ ...offer, uncertain: true });
    let isLeaving = false;
    try {
      const answer = await http.json(path, { body: offer.body, idempotencyKey: offer.key });
      onWritten(paymentReference, offer.body, answer);
      // Any answer in the success range counts as a success: a user who believed that it failed would pay
      // twice.
      const payment = { checkout: null, ...offer.body, ...dataOf<object | undefined>(answer) };
      isLeaving = onPaid(readRecord<StartedPayment>(paymentReference, payment));
      if (isLeaving) {
        onOffer({ ...offer, uncertain: false });
        // Coming back may restore this very page as it was left.
        window.addEventListener('pageshow', rest, { once: true });
      }
    } catch (error) {
      const failed = asFailure(error);
      const kind = paymentFailureKind(failed, offer.uncertain);
      // Any other refusal under the same key means that no earlier attempt was accepted either.
      onOffer({ ...offer, uncertain: kind === 'uncertain' || kind === 'inFlight' });
      setFailure(failed);
      onFailed?.(failed, kind);
    } finally {
      if (!isLeaving) rest();
    }
  };

  return { pay, isPaying, failure, forget: () => setFailure(undefined) };
}
