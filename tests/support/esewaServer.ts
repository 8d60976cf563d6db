import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json, type PaymentService, page, redirect, startPaymentService } from './paymentService.ts';

/** The document's test merchant. */
export const ESEWA_PRODUCT = 'EPAYTEST';
export const ESEWA_SECRET = '8gBm/:&EnhH.1/q';

type Status =
  | 'PENDING'
  | 'COMPLETE'
  | 'FULL_REFUND'
  | 'PARTIAL_REFUND'
  | 'AMBIGUOUS'
  | 'NOT_FOUND'
  | 'CANCELED';

interface Payment {
  fields: Record<string, string>;
  status: Status;
  ref_id: string | null;
  /** Rupees as eSewa writes them, such as `1000.0`. */
  total: string;
  /** The payment that the answer claims to be about, if not this one. */
  claims?: string;
}

export interface EsewaServer extends PaymentService {
  formUrl: string;
  statusUrl: string;
  /** What the customer does on eSewa's page. Throws for a payment that eSewa never received. */
  pay(uuid: string, refId?: string): void;
  /** Makes eSewa report something else about a payment. */
  change(uuid: string, change: Partial<Payment>): void;
}

const FORM = '/api/epay/main/v2/form';
const STATUS = '/api/epay/transaction/status/';
const required = [
  ...['amount', 'tax_amount', 'product_service_charge', 'product_delivery_charge', 'total_amount'],
  ...['transaction_uuid', 'product_code', 'success_url', 'failure_url', 'signed_field_names', 'signature'],
];

const sign = (message: string): string => createHmac('sha256', ESEWA_SECRET).update(message).digest('base64');

/** An amount as in their answers: 110 is `110.0`, 123.40 is `123.4`. */
const decimal = (rupees: string): string => (rupees.includes('.') ? rupees.replace(/0$/, '') : `${rupees}.0`);

/** eSewa's objection to a form; '' if it accepts it. */
function fault(fields: Record<string, string>): string {
  const missing = required.filter((name) => !fields[name]);
  if (missing.length > 0) return `missing ${missing.join(', ')}`;
  const value = (name: string): string => fields[name] as string;
  if (value('product_code') !== ESEWA_PRODUCT) return 'unknown product code';
  if (!/^[A-Za-z0-9-]+$/.test(value('transaction_uuid'))) return 'transaction_uuid';
  if (value('signed_field_names') !== 'total_amount,transaction_uuid,product_code')
    return 'signed_field_names';
  const message = `total_amount=${value('total_amount')},transaction_uuid=${value('transaction_uuid')},product_code=${value('product_code')}`;
  if (value('signature') !== sign(message)) return 'Invalid payload signature.';
  const parts = ['amount', 'tax_amount', 'product_service_charge', 'product_delivery_charge'];
  const sum = parts.reduce((total, name) => total + Math.round(Number(value(name)) * 100), 0);
  return sum === Math.round(Number(value('total_amount')) * 100) ? '' : 'the parts do not add up';
}

/** A local eSewa that behaves as https://developer.esewa.com.np/pages/Epay describes. */
export async function startEsewa(): Promise<EsewaServer> {
  const payments = new Map<string, Payment>();
  let next = 1;

  const known = (uuid: string): Payment => {
    const payment = payments.get(uuid);
    if (!payment) throw new Error(`eSewa has no payment ${uuid}`);
    return payment;
  };
  const settle = (uuid: string, refId = `000${(next++).toString(36).toUpperCase()}TS`): Payment => {
    const payment = known(uuid);
    Object.assign(payment, { status: 'COMPLETE', ref_id: refId });
    return payment;
  };

  function take(fields: Record<string, string>, response: ServerResponse) {
    const wrong = fault(fields);
    const uuid = fields.transaction_uuid ?? '';
    const former = payments.get(uuid);
    if (wrong || (former && former.status !== 'PENDING')) {
      return json(response, 400, { code: 'ES104', error_message: wrong || 'Duplicate transaction UUID.' });
    }
    const rupees = fields.total_amount ?? '';
    payments.set(uuid, { fields, status: 'PENDING', ref_id: null, total: decimal(rupees) });
    page(response, `eSewa: Rs. ${rupees}`, { Pay: `/pay/${uuid}`, Cancel: `/cancel/${uuid}` });
  }

  function tell(url: URL, response: ServerResponse) {
    const [product, uuid, amount] = ['product_code', 'transaction_uuid', 'total_amount'].map(
      (name) => url.searchParams.get(name) ?? '',
    );
    const payment = payments.get(uuid ?? '');
    const matches = payment && product === ESEWA_PRODUCT && payment.fields.total_amount === amount;
    const { status, ref_id, total, claims } = matches
      ? payment
      : { status: 'NOT_FOUND', ref_id: null, total: decimal(amount ?? ''), claims: undefined };
    // Written by hand, because their rupees keep a decimal that JSON.stringify would drop.
    json(
      response,
      200,
      `{"product_code":${JSON.stringify(product)},"transaction_uuid":${JSON.stringify(claims ?? uuid)},"total_amount":${total},"status":"${status}","ref_id":${JSON.stringify(ref_id)}}`,
    );
  }

  /** The return after paying: base64 JSON with its own signature. */
  function back(uuid: string, response: ServerResponse) {
    const { fields, ref_id, total } = settle(uuid);
    const names =
      'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names'.split(',');
    const payload: Record<string, string> = {
      transaction_code: ref_id ?? '',
      status: 'COMPLETE',
      total_amount: total,
      transaction_uuid: uuid,
      product_code: ESEWA_PRODUCT,
      signed_field_names: names.join(','),
    };
    payload.signature = sign(names.map((name) => `${name}=${payload[name]}`).join(','));
    const data = Buffer.from(JSON.stringify(payload)).toString('base64');
    redirect(response, `${fields.success_url}?data=${encodeURIComponent(data)}`);
  }

  const service = await startPaymentService(
    ({ method, url, body, response }) => {
      const [, what, uuid = ''] = url.pathname.split('/');
      if (method === 'POST' && url.pathname === FORM) {
        take(Object.fromEntries(new URLSearchParams(body)), response);
      } else if (method === 'GET' && url.pathname === STATUS) tell(url, response);
      else if (method === 'POST' && what === 'pay') back(uuid, response);
      else if (method === 'POST' && what === 'cancel') {
        known(uuid).status = 'NOT_FOUND';
        redirect(response, known(uuid).fields.failure_url ?? '');
      } else json(response, 404, {});
    },
    (url) => url.pathname === STATUS,
  );
  return {
    ...service,
    formUrl: service.base + FORM,
    statusUrl: service.base + STATUS,
    pay(uuid, refId) {
      settle(uuid, refId);
    },
    change(uuid, change) {
      Object.assign(known(uuid), change);
    },
  };
}

/** Sends a form like a browser; returns the HTTP status. */
export async function sendForm(url: string, fields: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  await answer.text();
  return answer.status;
}
