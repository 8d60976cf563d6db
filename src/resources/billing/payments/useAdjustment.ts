import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { type Adjusted, type Adjustment, adjustment } from '#schema/wallet.ts';
import { rupees } from '../../../core/format.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { parseMoney } from '../../../core/parseMoney.ts';
import { explain } from '../../../crud/resolver.ts';
import { useDraftState } from '../../../crud/useDraftState.ts';
import { type Problems, problemsFrom } from './problems.ts';
import { type PaymentOffer, paymentFailureKind, paymentOffer } from './usePayment.ts';

interface Values {
  way: 'add' | 'take';
  /** As typed. */
  amount: string;
  reason: string;
}

interface Notice {
  severity: 'warning' | 'error';
  text: string;
  /** Missing where it is about an earlier visit. */
  failure?: HttpError;
}

/** What was sent and not answered. */
interface Unanswered {
  values: Values;
  balance: number;
  offer: PaymentOffer<Adjustment>;
}

const none: Problems = {};

/** The balance in the refusal, in minor units. */
const balanceIn = ({ body }: HttpError): number | undefined => {
  const { balance } = (body.data ?? {}) as { balance?: unknown };
  return typeof balance === 'number' ? balance : undefined;
};

/**
 * Changing a wallet by hand: input, preview and answer. An unanswered attempt is repeated as it was under its key, also after
 * the dialog was closed, so that it happens once; if the balance has changed meanwhile, it is shown and nothing moves.
 */
export function useAdjustment(
  target: { uuid: string; balance: number; credit_limit?: number | null },
  onAdjusted: (done: Adjusted) => void,
) {
  const translate = useTranslate();
  const { value: kept, setValue: setKept, end } = useDraftState<Unanswered>(`wallets/adjust/${target.uuid}`);
  const [values, setValues] = useState<Values>(kept?.values ?? { way: 'add', amount: '', reason: '' });
  const [balance, setBalance] = useState(kept?.balance ?? target.balance);
  const [problems, setProblems] = useState<Problems>(none);
  const [notice, setNotice] = useState<Notice | undefined>(
    kept && { severity: 'warning', text: translate('wallets.unanswered') },
  );
  const [isBusy, setBusy] = useState(false);
  const [isUnanswered, setUnanswered] = useState(kept !== undefined);
  const busy = useRef(false);

  const size = parseMoney(values.amount);
  const change = size === undefined ? undefined : values.way === 'add' ? size : -size;

  const { credit_limit: credit } = target;
  /** Where the limit is not known, the server says what is too much. */
  const isTooMuch =
    change !== undefined && change < 0 && typeof credit === 'number' && balance + change < -credit;

  const check = (): Adjustment | undefined => {
    const typed = values.amount.trim() !== '';
    const body = { amount: change, reason: values.reason, balance };
    const read = adjustment.safeParse(body, { error: explain });
    const found: Record<string, string> = {};
    for (const { path, message } of read.error?.issues ?? [])
      found[String(path[0])] ??= message === 'Required' ? 'crud.error.required' : message;
    if (!typed) found.amount = 'crud.error.required';
    else if (change === undefined) found.amount = 'crud.error.notAmount';
    else if (isTooMuch) found.amount = translate('wallets.tooMuch', { balance: rupees(balance) });
    setProblems(found);
    return Object.keys(found).length === 0 ? read.data : undefined;
  };

  const refused = (error: HttpError) => {
    const now = balanceIn(error);
    const kind = paymentFailureKind(error, isUnanswered);
    const isUncertain = kind === 'uncertain' || kind === 'inFlight';
    // Any other refusal under the same key means that no earlier attempt was accepted either.
    if (!isUncertain) setKept(undefined);
    setUnanswered(isUncertain);
    const reason = translate(error.message, { _: error.message });
    if (now !== undefined && now !== balance) {
      setBalance(now);
      setNotice({
        severity: 'warning',
        text: translate('wallets.changed', { balance: rupees(now) }),
        failure: error,
      });
    } else if (isUncertain) {
      setNotice({ severity: 'warning', text: translate('wallets.uncertain', { reason }), failure: error });
    } else if (error.body.errors) setProblems(problemsFrom(error.body.errors));
    else setNotice({ severity: 'error', text: translate('wallets.failed', { reason }), failure: error });
  };

  return {
    values,
    balance,
    /** Signed minor units; undefined if the amount is invalid. */
    change,
    /** Undefined if there is no change, or one that the balance does not allow. */
    after: change && !isTooMuch ? balance + change : undefined,
    problems,
    notice,
    isBusy,
    /** Whether an attempt is unanswered: nothing of it can be changed. */
    isUnanswered,
    /** Whether the page shows an outdated balance. */
    isChanged: balance !== target.balance,
    edit(part: Partial<Values>) {
      setValues({ ...values, ...part });
      setProblems(none);
      setNotice(undefined);
    },
    /** Discards an unanswered attempt, once the user has seen its result. */
    startOver() {
      setKept(undefined);
      setUnanswered(false);
      setBalance(target.balance);
      setNotice(undefined);
    },
    async submit() {
      if (busy.current) return;
      const body = kept?.offer.body ?? check();
      if (!body) return;
      busy.current = true;
      setBusy(true);
      setNotice(undefined);
      const offer = paymentOffer(body, kept?.offer);
      setKept({ values, balance, offer });
      try {
        const { data } = await http.json<{ data: Adjusted }>(
          `/v1/credit/user-wallets/${target.uuid}/adjust/`,
          { body, idempotencyKey: offer.key },
        );
        end();
        onAdjusted(data);
      } catch (error) {
        // What was typed meanwhile was not sent.
        setValues(values);
        refused(asFailure(error));
      } finally {
        busy.current = false;
        setBusy(false);
      }
    },
  };
}
