import type { PaymentMethod } from '#schema/paymentReference.ts';
import type { RefundKind } from '#schema/paymentRefund.ts';
import { errorText } from '../../../db/errorText.ts';

export type OnlineMethod = Extract<PaymentMethod, 'esewa' | 'khalti'>;

/** The services' keys and addresses (docs/payments.md). */
export interface GatewayEnvironment {
  PUBLIC_URL?: string | undefined;
  ESEWA_PRODUCT_CODE?: string | undefined;
  ESEWA_SECRET?: string | undefined;
  ESEWA_URL?: string | undefined;
  ESEWA_STATUS_URL?: string | undefined;
  KHALTI_SECRET?: string | undefined;
  KHALTI_URL?: string | undefined;
}

/** What a service needs to know of a payment. */
export interface GatewayPayment {
  uuid: string;
  /** Minor units (paisa). */
  amount: number;
  /** Description of the purchase. */
  item: string;
  /** The `id` from `start`; null before. */
  gatewayId: string | null;
}

/** Where the browser goes to pay: a form to send (`fields`), or an address to open (null). */
export interface Checkout {
  url: string;
  fields: Record<string, string> | null;
}

/** A service's answer about a payment. */
export interface GatewayStatus {
  /**
   * `paid`: money has come and stayed; `pending`: it may still come; `failed`: it will not, or was returned; `not_found`:
   * the service does not know the payment.
   */
  state: 'paid' | 'pending' | 'failed' | 'not_found';
  /** The service's transaction number, if money came. */
  transaction: string | null;
  /** The amount received, in minor units; null if the service does not say, as after a partial refund. */
  amount: number | null;
  /** Which part was refunded, according to the service; absent: nothing. */
  refund?: RefundKind;
  /** The service's own word for the state. */
  word: string;
}

/** An online payment service. It never touches the database, because no transaction may wait for a third party. */
export interface Gateway {
  method: OnlineMethod;
  /**
   * Registers the payment, if the service requires it, and returns where to pay. Safe to repeat for the same payment.
   * Throws GatewayDown, or GatewayRefused with the service's message.
   */
  start(payment: GatewayPayment, signal?: AbortSignal): Promise<Checkout & { id: string }>;
  /** Asks for a payment's state. Throws GatewayDown. */
  status(payment: GatewayPayment, signal?: AbortSignal): Promise<GatewayStatus>;
}

/** The service did not answer in time or understandably; the state is unknown. */
export class GatewayDown extends Error {}

/** The service does not accept the keys, which says nothing about a payment. */
export class GatewayKeysRefused extends GatewayDown {}

/** The service refused the payment. */
export class GatewayRefused extends Error {}

/** Below 500, and yet no answer: too slow, too early, too often. */
const ASK_LATER = new Set([408, 425, 429]);

/** Timeout of a service, in milliseconds. */
export const GATEWAY_TIMEOUT = 10_000;

export interface JsonAnswer {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Sends a request and parses the answer as a JSON object, for any HTTP status below 500 that does not say to ask later.
 * Redirects are not followed, because another host's answer is not the service's. Throws GatewayDown for everything else.
 */
export async function askJson(
  url: URL,
  init: { method?: 'POST'; headers?: Record<string, string>; body?: string },
  { timeout, signal }: { timeout: number; signal?: AbortSignal | undefined },
): Promise<JsonAnswer> {
  const limit = AbortSignal.timeout(timeout);
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw new GatewayDown(limit.aborted ? `no answer within ${timeout} ms` : `no answer: ${reason(error)}`);
  }
  if (status >= 500 || ASK_LATER.has(status)) throw new GatewayDown(`HTTP ${status}`);
  const body = parsed(text);
  if (body === undefined) throw new GatewayDown(`HTTP ${status} without a JSON object`);
  return { status, body };
}

const reason = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? `${error.message}: ${errorText(error.cause)}`
    : errorText(error);

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
