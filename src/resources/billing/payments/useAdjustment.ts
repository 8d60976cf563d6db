import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { type Adjusted, type Adjustment, adjustment } from '#schema/wallet.ts';
import { rupees } from '../../../core/format.ts';
import { HttpError, http } from '../../../core/http.ts';
import { parseMoney } from '../../../core/parseMoney.ts';
import { explain } from '../../../crud/resolver.ts';
import { type Problems, problemsFrom } from './problems.ts';
import { type PaymentOffer, paymentOffer } from './usePayment.ts';

interface Values {
  way: 'add' | 'take';
  /** As typed. */
  amount: string;
  reason: string;
}

interface Notice {
  severity: 'warning' | 'error';
  text: string;
}

const none: Problems = {};

/** The balance in the refusal, in minor units. */
const balanceIn = ({ body }: HttpError): number | undefined => {
  const { balance } = (body.data ?? {}) as { balance?: unknown };
  return typeof balance === 'number' ? balance : undefined;
};

/**
 * Changing a wallet by hand: input, preview and answer. An unanswered attempt is repeated under its key, so that it happens
 * once; if the balance has changed meanwhile, it is shown and nothing moves.
 */
export function useAdjustment(
  target: { uuid: string; balance: number; credit_limit?: number | null },
  onAdjusted: (done: Adjusted) => void,
) {
  const translate = useTranslate();
  const [values, setValues] = useState<Values>({ way: 'add', amount: '', reason: '' });
  const [balance, setBalance] = useState(target.balance);
  const [problems, setProblems] = useState<Problems>(none);
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const offer = useRef<PaymentOffer<Adjustment>>(undefined);

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
    const reason = translate(error.message, { _: error.message });
    if (now !== undefined && now !== balance) {
      setBalance(now);
      setNotice({ severity: 'warning', text: translate('wallets.changed', { balance: rupees(now) }) });
    } else if (error.status >= 500) {
      setNotice({ severity: 'warning', text: translate('wallets.uncertain', { reason }) });
    } else if (error.body.errors) setProblems(problemsFrom(error.body.errors));
    else setNotice({ severity: 'error', text: translate('wallets.failed', { reason }) });
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
    /** Whether the page shows an outdated balance. */
    isChanged: balance !== target.balance,
    edit(part: Partial<Values>) {
      setValues({ ...values, ...part });
      setProblems(none);
      setNotice(undefined);
    },
    async submit() {
      if (busy.current) return;
      const body = check();
      if (!body) return;
      busy.current = true;
      setBusy(true);
      setNotice(undefined);
      offer.current = paymentOffer(body, offer.current);
      try {
        const { data } = await http.json<{ data: Adjusted }>(
          `/v1/credit/user-wallets/${target.uuid}/adjust/`,
          { body, idempotencyKey: offer.current.key },
        );
        onAdjusted(data);
      } catch (error) {
        refused(error instanceof HttpError ? error : new HttpError(String(error)));
      }
      busy.current = false;
      setBusy(false);
    },
  };
}
