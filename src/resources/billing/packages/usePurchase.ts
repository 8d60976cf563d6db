import { useEffect, useRef, useState } from 'react';
import { packagePurchase, purchaseInput, type StartedPayment } from '#schema/paymentReference.ts';
import { type SmsPackage, smsPackage } from '#schema/smsPackage.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { getUser } from '../../../core/session.ts';
import { useDraftState } from '../../../crud/useDraftState.ts';
import { useIsGone } from '../../../crud/useIsGone.ts';
import { goToCheckout } from '../payments/checkout.ts';
import { noPayment, type PaymentValues, paymentBody } from '../payments/PaymentFields.tsx';
import { type Problems, problemsFrom, problemsOf } from '../payments/problems.ts';
import { type PaymentOffer, paymentOffer, usePayment } from '../payments/usePayment.ts';

interface Body {
  package: string;
  price: number;
  method: PaymentValues['method'];
}

/** An open purchase, kept in this tab with its key, so that a reload does not buy twice. */
export interface PurchaseDraft {
  pack: SmsPackage;
  values: PaymentValues;
  offer?: PaymentOffer<Body>;
  /** The package's price when it was chosen, if it has changed. */
  formerPrice?: number;
}

/** What has been bought or requested. */
export interface PurchaseResult {
  pack: SmsPackage;
  payment: StartedPayment;
}

const none: Problems = {};

/** Buying a package, from choosing it to the answer. */
export function usePurchase({ onPriceChange }: { onPriceChange(): void }) {
  const { value: kept, setValue: setKept, end } = useDraftState<PurchaseDraft>('packages/buy');
  const isGone = useIsGone();
  const open = useRef(kept);
  open.current = kept;
  useEffect(
    () => () => {
      // Navigating away abandons the purchase, unless it may have been accepted.
      if (!open.current?.offer?.uncertain) end();
    },
    [end],
  );
  const [isHidden, setHidden] = useState(false);
  const [problems, setProblems] = useState<Problems>(none);
  const [bought, setBought] = useState<PurchaseResult>();
  const [wanted, setWanted] = useState<SmsPackage>();

  const { pay, isPaying, failure, forget } = usePayment<Body>({
    path: packagePurchase.path,
    onOffer: (offer) => setKept((former) => former && { ...former, offer }),
    onPaid: (payment) => {
      if (payment.checkout) {
        end();
        // Users who have left the page are not called back. Unpaid payments are in the history.
        if (isGone.current) return false;
        goToCheckout(payment.checkout);
        return true;
      }
      void refreshProfile();
      if (kept) setBought({ pack: kept.pack, payment });
      setKept(undefined);
      return false;
    },
    onFailed: (failed, kind) => {
      const now = smsPackage.record.safeParse(failed.body.data);
      if (kind === 'price' && now.success) {
        setKept((former) => former && { ...former, pack: now.data, formerPrice: former.pack.price });
        onPriceChange();
      }
      if (kind === 'balance') void refreshProfile();
      if (kind === 'fields') setProblems(problemsFrom(failed.body.errors));
    },
  });

  const begin = (pack: SmsPackage) => {
    // Users who may not see the balance choose the payment method themselves.
    const { balance, credit_limit } = getUser()?.wallet ?? {};
    const canPay = (balance ?? 0) + (credit_limit ?? 0) >= pack.price;
    forget();
    setProblems(none);
    setWanted(undefined);
    setKept({ pack, values: { ...noPayment, method: canPay ? 'wallet' : '' } });
    // The balance in the dialog must not be older than the dialog.
    void refreshProfile();
  };

  return {
    /** The purchase in the dialog. */
    shown: isHidden ? undefined : kept,
    /** The package that was chosen while the purchase of another one is unanswered. */
    wanted,
    problems,
    bought,
    isPaying,
    failure,
    open(pack: SmsPackage) {
      setHidden(false);
      setBought(undefined);
      // An unanswered attempt continues under its key; forgotten for another package, it might be made twice.
      if (kept?.offer?.uncertain) setWanted(pack.uuid === kept.pack.uuid ? undefined : pack);
      else begin(pack);
    },
    edit(values: Partial<PaymentValues>) {
      setKept((former) => former && { ...former, values: { ...former.values, ...values } });
      setProblems(none);
    },
    /** Sends the request, unless an input is invalid. */
    buy() {
      if (!kept) return;
      const { pack, values, offer } = kept;
      const body = { package: pack.uuid, price: pack.price, ...paymentBody(values) };
      // The package's id has no fixed type: an API may use something other than a uuid.
      const { package: _, ...found } = problemsOf(purchaseInput, body);
      setProblems(found);
      if (Object.keys(found).length === 0) void pay(paymentOffer<Body>(body, offer));
    },
    /** Discards an unanswered attempt, once the user has seen its result, and goes on with the package that is wanted. */
    startOver() {
      if (wanted) return begin(wanted);
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
