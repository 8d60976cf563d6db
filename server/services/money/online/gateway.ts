import type { PaymentMethod } from '#schema/paymentReference.ts';
import type { RefundKind } from '#schema/paymentRefund.ts';

export type OnlineMethod = Extract<PaymentMethod, 'esewa' | 'khalti'>;

/** A payment as its service needs to know it. */
export interface GatewayPayment {
  uuid: string;
  /** Minor units (paisa). */
  amount: number;
  /** What is bought, in words. */
  item: string;
  /** What `start` answered as `id`; null before. */
  gatewayId: string | null;
}

/** Where the browser goes to pay: a form to send (`fields`), or an address to open (null). */
export interface Checkout {
  url: string;
  fields: Record<string, string> | null;
}

/** What a service says of a payment. */
export interface GatewayStatus {
  /**
   * `paid` is the service's word that money has come and stayed; `pending` that it may still come; `failed`
   * that it will not, or has gone back; `not_found` that the service knows no such payment.
   */
  state: 'paid' | 'pending' | 'failed' | 'not_found';
  /** The service's number of the transaction, where money came. */
  transaction: string | null;
  /** How much came, in minor units; null where the service does not say, as after a refund of a part. */
  amount: number | null;
  /** What of the money has gone back again, by the service's word; left out: nothing. */
  refund?: RefundKind;
  /** The service's own word for the state. */
  word: string;
}

/** An online payment service. Nothing here touches the database: no transaction may wait for a stranger. */
export interface Gateway {
  method: OnlineMethod;
  /** As its customers write it. */
  title: string;
  /**
   * Makes the payment known, where the service wants that, and answers where to pay. Calling it again for the
   * same payment is harmless. Throws GatewayDown, or GatewayRefused with the service's own words.
   */
  start(payment: GatewayPayment, signal?: AbortSignal): Promise<Checkout & { id: string }>;
  /** Asks what has become of a payment. Throws GatewayDown. */
  status(payment: GatewayPayment, signal?: AbortSignal): Promise<GatewayStatus>;
}

/** The service did not answer in time, or nothing that could be understood: nobody knows anything now. */
export class GatewayDown extends Error {}

/** The service answered that it does not take this payment. */
export class GatewayRefused extends Error {}

/** How long a service may take to answer, in milliseconds. */
export const GATEWAY_TIMEOUT = 10_000;

export interface JsonAnswer {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Asks a service and reads its answer as a JSON object, whatever the HTTP status below 500. Redirects are not
 * followed: what stands elsewhere is not the service's answer. Throws GatewayDown for everything else.
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
  if (status >= 500) throw new GatewayDown(`HTTP ${status}`);
  const body = parsed(text);
  if (body === undefined) throw new GatewayDown(`HTTP ${status} without a JSON object`);
  return { status, body };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

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
