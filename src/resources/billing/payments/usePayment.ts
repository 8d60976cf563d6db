import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { HttpError, http } from '../../../core/http.ts';

/** A payment that is asked for, with the key under which it is asked for: once, however often it is tried. */
export interface PaymentOffer<B> {
  body: B;
  key: string;
  /** A try got no answer yet: it may have been accepted. */
  uncertain: boolean;
}

/** An offer of this body: the former one with its key where it is the same, a new one otherwise. */
export function paymentOffer<B>(body: B, former?: PaymentOffer<B>): PaymentOffer<B> {
  const isSame = former !== undefined && JSON.stringify(former.body) === JSON.stringify(body);
  return isSame ? former : { body, key: uuidv7(), uncertain: false };
}

export type PaymentFailureKind = 'price' | 'balance' | 'inFlight' | 'uncertain' | 'fields' | 'refused';

/** The fields that a form of payment shows its problems at. */
const FIELDS = ['amount', 'method', 'reference', 'receipt'];

/** What a failed payment means to the person who pressed the button. */
export function paymentFailureKind(error: HttpError): PaymentFailureKind {
  if (error.code === 'price_changed') return 'price';
  if (error.code === 'insufficient_balance') return 'balance';
  if (error.code === 'in_flight') return 'inFlight';
  if (error.status >= 500) return 'uncertain';
  return FIELDS.some((name) => error.body.errors?.[name]) ? 'fields' : 'refused';
}

interface Settings<B> {
  path: string;
  /** Hears the offer before it is sent, uncertain, and again when it is known that it was refused. */
  onOffer(offer: PaymentOffer<B>): void;
  /** Answers whether the page is being left for another: the button then stays busy until it is. */
  onPaid(payment: StartedPayment): boolean;
  onFailed?(failure: HttpError, offer: PaymentOffer<B>): void;
}

/**
 * Asks for a payment. A second press while the first is unanswered does nothing; a try after a failure goes
 * under the same key, so that the server does it once.
 */
export function usePayment<B>({ path, onOffer, onPaid, onFailed }: Settings<B>) {
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
    try {
      const { data } = await http.json<{ data: StartedPayment }>(path, {
        body: offer.body,
        idempotencyKey: offer.key,
      });
      if (onPaid(data)) {
        onOffer({ ...offer, uncertain: false });
        // Who comes back from there may find this very page, as it was left.
        window.addEventListener('pageshow', rest, { once: true });
        return;
      }
    } catch (error) {
      const failed = error instanceof HttpError ? error : new HttpError(String(error));
      const kind = paymentFailureKind(failed);
      // A refusal under the same key says that no earlier try was accepted either.
      onOffer({ ...offer, uncertain: kind === 'uncertain' || kind === 'inFlight' });
      setFailure(failed);
      onFailed?.(failed, offer);
    }
    rest();
  };

  return { pay, isPaying, failure, forget: () => setFailure(undefined) };
}
