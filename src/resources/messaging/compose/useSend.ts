import { useEffect, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { type Plan, plan as planSchema } from '#schema/compose.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { entityOf } from '../../../core/entities.ts';
import { isObject } from '../../../core/errorTexts.ts';
import { asFailure, HttpError, http } from '../../../core/http.ts';
import { isUncertain } from '../../../core/isUncertain.ts';
import { newKey } from '../../../core/newKey.ts';
import { readRecord } from '../../../core/records.ts';
import { onWritten } from '../../../layout/onWritten.ts';

const campaign = entityOf('sms');

/** The path that messages are sent to. */
export const COMPOSE = '/v1/sms/compose/';

/** A plan that was shown, with the idempotency key that lets retries send it only once. */
export interface Offer {
  /** null if the server makes none: it is sent without knowing the cost before. */
  plan: Plan | null;
  key: string;
  /** The cost that was shown before, when it has changed. */
  formerCost?: number;
  /** It was a test and no longer is, or the reverse. */
  testChanged?: boolean;
  /** A send request without an answer: it may have been accepted. */
  uncertain?: boolean;
}

/** Creates the idempotency key of a plan; it is kept until the plan is answered or replaced. */
export const offerOf = (plan: Plan | null, formerCost?: number): Offer => ({
  plan,
  key: newKey(),
  ...(formerCost !== undefined && { formerCost }),
});

/** The plan that a refusal brings along (the price has changed, the balance is too low). */
function planIn(error: unknown): Plan | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const read = planSchema.safeParse(error.body.data);
  return read.success ? read.data : undefined;
}

/** The campaign in an answer, as far as the server returns it. */
function campaignIn(answer: unknown): Partial<Campaign> {
  const record = dataOf(answer);
  return isObject(record) ? readRecord(campaign, record) : {};
}

export type FailureKind =
  | 'price'
  | 'noOperator'
  | 'balance'
  | 'expired'
  | 'inFlight'
  | 'uncertain'
  | 'refused';

/**
 * What a failed send means for the user who pressed Send. Without a plan nothing can have changed or expired. `wasUncertain`:
 * an earlier attempt under its key may have been accepted.
 */
export function failureKind(error: HttpError, plan: Plan | null, wasUncertain = false): FailureKind {
  if (error.code === 'in_flight') return 'inFlight';
  if (isUncertain(error, wasUncertain)) return 'uncertain';
  if (!plan) return 'refused';
  if (error.code === 'price_changed') return 'price';
  if (error.code === 'no_operator') return 'noOperator';
  if (error.code === 'insufficient_balance') return 'balance';
  if (error.status === 409 || error.body.errors?.plan) return 'expired';
  return 'refused';
}

export interface SendOptions {
  path: string;
  /** The body of the request that was checked, without the plan. */
  body: Record<string, unknown>;
  offer: Offer | undefined;
  /** Called with the offer before it is sent, as uncertain, and again with what the answer makes of it. */
  onOffer(offer: Offer): void;
  /** Receives the campaign, as far as the server returns it. */
  onSent(campaign: Partial<Campaign>): void;
}

/**
 * Sends a plan that was shown. A second click while the first is unanswered does nothing. A retry after a
 * failure uses the same key, and starts automatically once the connection is back. A changed price makes a new
 * plan and asks again. Without a plan nothing is repeated automatically: a server without plans may not know
 * the key either.
 */
export function useSend({ path, body, offer, onOffer, onSent }: SendOptions) {
  const busy = useRef(false);
  /** What is being sent, as it was before. */
  const [sent, setSent] = useState<Offer>();
  const [failure, setFailure] = useState<HttpError>();
  /** Cut off by the browser's own connection: what was confirmed goes on when it is back. */
  const [isCut, setCut] = useState(false);

  const send = async () => {
    if (busy.current || !offer) return;
    busy.current = true;
    setSent(offer);
    setFailure(undefined);
    setCut(false);
    // Whoever closes the page now does not learn what becomes of it.
    onOffer({ ...offer, uncertain: true });
    const { plan, key } = offer;
    try {
      const answer = await http.json<unknown>(path, {
        body: {
          ...body,
          ...(plan && { plan: plan.uuid, cost: plan.cost }),
          ...(plan?.test !== undefined && { test: plan.test }),
        },
        idempotencyKey: key,
      });
      onWritten(campaign, { name: body.name, scheduled_at: body.scheduled_at }, answer);
      onSent(campaignIn(answer));
    } catch (error) {
      const failed = asFailure(error);
      const renewed = planIn(failed);
      const kind = failureKind(failed, plan, offer.uncertain);
      if (renewed)
        onOffer({
          ...offerOf(renewed, plan?.cost),
          testChanged: plan !== null && Boolean(renewed.test) !== Boolean(plan.test),
        });
      // Any other refusal under the same key means that no earlier attempt was accepted either.
      else if (kind !== 'inFlight') onOffer({ ...offer, uncertain: kind === 'uncertain' });
      setFailure(failed);
      setCut(kind === 'uncertain' && plan !== null && !navigator.onLine);
      busy.current = false;
      setSent(undefined);
    }
  };

  const resume = useRef(send);
  useEffect(() => {
    resume.current = send;
  });
  useEffect(() => {
    if (!isCut) return;
    const goOn = () => void resume.current();
    window.addEventListener('online', goOn, { once: true });
    return () => window.removeEventListener('online', goOn);
  }, [isCut]);

  return {
    send,
    isSending: sent !== undefined,
    /** An earlier attempt may have been accepted. */
    isUncertain: (sent ?? offer)?.uncertain === true,
    isCut,
    failure,
    forget: () => setFailure(undefined),
  };
}
