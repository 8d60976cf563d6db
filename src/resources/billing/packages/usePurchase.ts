import { useEffect, useRef, useState } from 'react';
import { packagePurchase, purchaseInput, type StartedPayment } from '#schema/paymentReference.ts';
import { type SmsPackage, smsPackage } from '#schema/smsPackage.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { getUser } from '../../../core/session.ts';
import { useKept } from '../../../crud/useKept.ts';
import { goToCheckout } from '../payments/checkout.ts';
import { noPayment, type PaymentValues, paymentBody } from '../payments/PaymentFields.tsx';
import { type Problems, problemsFrom, problemsOf } from '../payments/problems.ts';
import { type PaymentOffer, paymentFailureKind, paymentOffer, usePayment } from '../payments/usePayment.ts';

interface Body {
  package: string;
  price: number;
  method: PaymentValues['method'];
}

/** A purchase that is open, kept in this tab: with its key, so that a reload does not buy twice. */
export interface KeptPurchase {
  pack: SmsPackage;
  values: PaymentValues;
  offer?: PaymentOffer<Body>;
  /** What the package cost when it was chosen, where that has changed. */
  formerPrice?: number;
}

/** What has been bought, or asked for. */
export interface Bought {
  pack: SmsPackage;
  payment: StartedPayment;
}

const none: Problems = {};

/** Buying a package, from choosing it to the answer. */
export function usePurchase({ onPriceChange }: { onPriceChange(): void }) {
  const { value: kept, setValue: setKept, end } = useKept<KeptPurchase>('packages/buy');
  const open = useRef(kept);
  open.current = kept;
  useEffect(
    () => () => {
      // Who goes elsewhere in the console has left the purchase, unless it may have been accepted.
      if (!open.current?.offer?.uncertain) end();
    },
    [end],
  );
  const [isHidden, setHidden] = useState(false);
  const [problems, setProblems] = useState<Problems>(none);
  const [bought, setBought] = useState<Bought>();

  const { pay, isPaying, failure, forget } = usePayment<Body>({
    path: packagePurchase.path,
    onOffer: (offer) => setKept((former) => former && { ...former, offer }),
    onPaid: (payment) => {
      if (payment.checkout) {
        end();
        goToCheckout(payment.checkout);
        return true;
      }
      void refreshProfile();
      if (kept) setBought({ pack: kept.pack, payment });
      setKept(undefined);
      return false;
    },
    onFailed: (failed) => {
      const now = smsPackage.record.safeParse(failed.body.data);
      const kind = paymentFailureKind(failed);
      if (kind === 'price' && now.success) {
        setKept((former) => former && { ...former, pack: now.data, formerPrice: former.pack.price });
        onPriceChange();
      }
      if (kind === 'balance') void refreshProfile();
      if (kind === 'fields') setProblems(problemsFrom(failed.body.errors));
    },
  });

  return {
    /** The purchase that the dialog shows. */
    shown: isHidden ? undefined : kept,
    problems,
    bought,
    isPaying,
    failure,
    open(pack: SmsPackage) {
      setHidden(false);
      setBought(undefined);
      // A try without an answer goes on under its key, or the package might be bought twice.
      if (kept?.offer?.uncertain && kept.pack.uuid === pack.uuid) return;
      // Unknown to who may not see it: they choose how to pay themselves.
      const canPay = (getUser()?.wallet?.balance ?? 0) >= pack.price;
      forget();
      setProblems(none);
      setKept({ pack, values: { ...noPayment, method: canPay ? 'wallet' : '' } });
      // What the dialog says of the balance should not be older than the dialog.
      void refreshProfile();
    },
    edit(values: Partial<PaymentValues>) {
      setKept((former) => former && { ...former, values: { ...former.values, ...values } });
      setProblems(none);
    },
    /** Asks for what is shown, unless something of it is not right yet. */
    buy() {
      if (!kept) return;
      const { pack, values, offer } = kept;
      const body = { package: pack.uuid, price: pack.price, ...paymentBody(values) };
      const found = problemsOf(purchaseInput, body);
      setProblems(found);
      if (Object.keys(found).length === 0) void pay(paymentOffer<Body>(body, offer));
    },
    /** Forgets an attempt without an answer, once the user has seen its result. */
    startOver() {
      setKept((former) => former && { pack: former.pack, values: former.values });
      forget();
    },
    close() {
      setBought(undefined);
      if (kept?.offer?.uncertain) setHidden(true);
      else setKept(undefined);
      forget();
    },
  };
}

export type Purchase = ReturnType<typeof usePurchase>;
