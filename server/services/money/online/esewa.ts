import { createHmac } from 'node:crypto';
import { own } from '#schema/own.ts';
import type { RefundKind } from '#schema/paymentRefund.ts';
import {
  askJson,
  GATEWAY_TIMEOUT,
  type Gateway,
  GatewayDown,
  type GatewayPayment,
  type GatewayStatus,
} from './gateway.ts';

/**
 * eSewa ePay v2 (https://developer.esewa.com.np/pages/Epay): the browser sends a signed form, and the server asks the
 * status API. Test hosts use the product code EPAYTEST and its published secret.
 */
export const ESEWA_FORM = 'https://epay.esewa.com.np/api/epay/main/v2/form';
export const ESEWA_STATUS = 'https://epay.esewa.com.np/api/epay/transaction/status/';
export const ESEWA_TEST_FORM = 'https://rc-epay.esewa.com.np/api/epay/main/v2/form';
export const ESEWA_TEST_STATUS = 'https://rc.esewa.com.np/api/epay/transaction/status/';
export const ESEWA_TEST_PRODUCT = 'EPAYTEST';

interface Settings {
  /** Target of the form. */
  url: string;
  statusUrl: string;
  /** Merchant code from eSewa. */
  product: string;
  secret: string;
  /** Where the browser returns, paid or not: it learns the result from us, never from the address. */
  returnTo(uuid: string): string;
  timeout?: number;
}

/** The signed fields of a request, in the document's order. */
const SIGNED = ['total_amount', 'transaction_uuid', 'product_code'] as const;

/**
 * eSewa's signature ("HMAC/SHA256"): base64 of HMAC-SHA256, with the merchant's secret, over `name=value` joined by commas
 * in the order of `signed_field_names`.
 */
export function esewaSignature(
  secret: string,
  fields: Readonly<Record<string, string>>,
  names: readonly string[],
): string {
  const message = names.map((name) => `${name}=${fields[name] ?? ''}`).join(',');
  return createHmac('sha256', secret).update(message).digest('base64');
}

/** Converts paisa to eSewa's rupees exactly: 12345 is `123.45`, 11000 is `110`. */
export function toRupees(paisa: number): string {
  if (!Number.isSafeInteger(paisa) || paisa < 0) throw new Error(`an amount is whole paisa, not ${paisa}`);
  const [whole, rest] = [Math.floor(paisa / 100), paisa % 100];
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/**
 * Converts eSewa's rupees to paisa, digit by digit so that nothing is rounded: 1000.0, `1000.5` and `1,000.50` (all three
 * occur). Null if it is not an amount of whole paisa.
 */
export function toPaisa(rupees: unknown): number | null {
  if (typeof rupees !== 'number' && typeof rupees !== 'string') return null;
  const found = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(rupees).replaceAll(',', ''));
  if (!found) return null;
  return Number(`${found[1]}${(found[2] ?? '').padEnd(2, '0')}`);
}

/** The document's "Response Types"; an unknown word counts as no answer. */
const states: Record<string, GatewayStatus['state']> = {
  COMPLETE: 'paid',
  // Paid and partly refunded, without stating the amount.
  PARTIAL_REFUND: 'paid',
  PENDING: 'pending',
  AMBIGUOUS: 'pending',
  FULL_REFUND: 'failed',
  CANCELED: 'failed',
  NOT_FOUND: 'not_found',
};

const refunds: Record<string, RefundKind> = { FULL_REFUND: 'full', PARTIAL_REFUND: 'part' };

export function createEsewa(settings: Settings): Gateway {
  const { product, secret, timeout = GATEWAY_TIMEOUT } = settings;

  function form({ uuid, amount }: GatewayPayment): Record<string, string> {
    const total = toRupees(amount);
    const back = settings.returnTo(uuid);
    const fields: Record<string, string> = {
      amount: total,
      // VAT is included; all four fields are required and must add up to the total.
      tax_amount: '0',
      product_service_charge: '0',
      product_delivery_charge: '0',
      total_amount: total,
      transaction_uuid: uuid,
      product_code: product,
      success_url: back,
      failure_url: back,
      signed_field_names: SIGNED.join(','),
    };
    return { ...fields, signature: esewaSignature(secret, fields, SIGNED) };
  }

  return {
    method: 'esewa',

    async start(payment) {
      return { url: settings.url, fields: form(payment), id: payment.uuid };
    },

    /** "Status Check"; it has no key, so only TLS authenticates the host. */
    async status(payment, signal) {
      const url = new URL(settings.statusUrl);
      url.searchParams.set('product_code', product);
      url.searchParams.set('total_amount', toRupees(payment.amount));
      url.searchParams.set('transaction_uuid', payment.uuid);
      const { status, body } = await askJson(url, {}, { timeout, signal });
      const word = String(body.status ?? '');
      const state = own(states, word);
      if (!state)
        throw new GatewayDown(`HTTP ${status}, ${word || String(body.error_message ?? 'no status')}`);
      if (body.transaction_uuid !== payment.uuid || body.product_code !== product) {
        throw new GatewayDown('an answer about another payment');
      }
      const transaction = typeof body.ref_id === 'string' && body.ref_id !== '' ? body.ref_id : null;
      if (state === 'paid' && !transaction) throw new GatewayDown(`${word} without a ref_id`);
      const amount = word === 'COMPLETE' ? toPaisa(body.total_amount) : null;
      const refund = own(refunds, word);
      return { state, transaction, amount, ...(refund && { refund }), word };
    },
  };
}
