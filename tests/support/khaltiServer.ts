import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type Call,
  json,
  type PaymentService,
  page,
  redirect,
  startPaymentService,
} from './paymentService.ts';

export const KHALTI_SECRET = 'live_secret_key_68791341fdd94846a146f0457ff7b455';

type Status =
  | 'Completed'
  | 'Pending'
  | 'Initiated'
  | 'Refunded'
  | 'Expired'
  | 'User canceled'
  | 'Partially Refunded';

interface Payment {
  order: { amount: number; return_url: string; purchase_order_id: string; purchase_order_name: string };
  status: Status;
  transaction_id: string | null;
  total_amount: number;
  refunded?: boolean;
  /** The payment that the answer claims to be about, if not this one. */
  claims?: string;
}

export interface KhaltiServer extends PaymentService {
  /** Base URL of its API, with the trailing slash. */
  apiUrl: string;
  /** The pidx of every payment that was created for an order, oldest first. */
  pidxOf(order: string): string[];
  pay(order: string, transaction?: string): void;
  change(order: string, change: Partial<Payment>): void;
  payment(order: string): Payment;
}

const isUrl = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

/** Khalti's objection to a request, in the words of its documentation. */
function faults(body: Record<string, unknown>): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const name of ['return_url', 'website_url']) {
    if (!body[name]) found[name] = ['This field may not be blank.'];
    else if (!isUrl(body[name])) found[name] = ['Enter a valid URL.'];
  }
  for (const name of ['purchase_order_id', 'purchase_order_name']) {
    if (!body[name]) found[name] = ['This field may not be blank.'];
  }
  if (!Number.isInteger(body.amount)) found.amount = ['A valid integer is required.'];
  else if ((body.amount as number) < 1000) {
    found.amount = ['Amount should be greater than Rs. 10, that is 1000 paisa.'];
  } else if ((body.amount as number) > 100_000_000) {
    found.amount = ['Amount is more than the limit of this merchant.'];
  }
  return found;
}

/** A local Khalti that behaves as https://docs.khalti.com/khalti-epayment/ describes. */
export async function startKhalti(): Promise<KhaltiServer> {
  const payments = new Map<string, Payment>();
  const pidxOf = (order: string): string[] =>
    [...payments]
      .filter(
        ([
          ,
          {
            order: { purchase_order_id },
          },
        ]) => purchase_order_id === order,
      )
      .map(([pidx]) => pidx);
  const known = (order: string): Payment => {
    const payment = payments.get(pidxOf(order)[0] ?? '');
    if (!payment) throw new Error(`Khalti has no order ${order}`);
    return payment;
  };
  const settle = (payment: Payment, transaction = randomBytes(11).toString('base64url')): Payment =>
    Object.assign(payment, { status: 'Completed', transaction_id: transaction });

  function initiate(body: Record<string, unknown>, response: ServerResponse) {
    const wrong = faults(body);
    if (Object.keys(wrong).length > 0) {
      return json(response, 400, { ...wrong, error_key: 'validation_error' });
    }
    const order = body as unknown as Payment['order'];
    const pidx = randomBytes(11).toString('hex');
    payments.set(pidx, { order, status: 'Initiated', transaction_id: null, total_amount: order.amount });
    json(response, 200, {
      pidx,
      payment_url: `${service.base}/?pidx=${pidx}`,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      expires_in: 3600,
    });
  }

  function lookup(body: Record<string, unknown>, response: ServerResponse) {
    const payment = payments.get(String(body.pidx));
    if (!payment) return json(response, 404, { detail: 'Not found.', error_key: 'validation_error' });
    const { status, transaction_id, total_amount, claims, refunded } = payment;
    json(response, status === 'Expired' || status === 'User canceled' ? 400 : 200, {
      pidx: claims ?? body.pidx,
      total_amount,
      status,
      transaction_id,
      fee: 0,
      refunded: refunded ?? (status === 'Refunded' || status === 'Partially Refunded'),
    });
  }

  function api({ method, url, headers, body, response }: Call) {
    const key = headers.authorization ?? '';
    if (!key.startsWith('Key ')) {
      const detail = 'Authentication credentials were not provided.';
      return json(response, 401, { detail, status_code: 401 });
    }
    if (key !== `Key ${KHALTI_SECRET}`) {
      return json(response, 401, { detail: 'Invalid token.', status_code: 401 });
    }
    const asked = JSON.parse(body) as Record<string, unknown>;
    if (method !== 'POST' || headers['content-type'] !== 'application/json') json(response, 405, {});
    else if (url.pathname === '/api/v2/epayment/initiate/') initiate(asked, response);
    else if (url.pathname === '/api/v2/epayment/lookup/') lookup(asked, response);
    else json(response, 404, {});
  }

  const service = await startPaymentService(
    (call) => {
      const { method, url, response } = call;
      if (url.pathname.startsWith('/api/')) return api(call);
      const [, what, pidx = url.searchParams.get('pidx') ?? ''] = url.pathname.split('/');
      const payment = payments.get(pidx);
      if (!payment) return json(response, 404, {});
      const { return_url, amount, purchase_order_name } = payment.order;
      if (method === 'GET') {
        const buttons = { Pay: `/pay/${pidx}`, Cancel: `/cancel/${pidx}` };
        return page(response, `Khalti: ${purchase_order_name}, Rs. ${amount / 100}`, buttons);
      }
      if (what === 'pay') settle(payment);
      else payment.status = 'User canceled';
      const query = new URLSearchParams({
        pidx,
        status: payment.status,
        transaction_id: payment.transaction_id ?? '',
      });
      redirect(response, `${return_url}?${query}`);
    },
    (url) => url.pathname.startsWith('/api/'),
  );
  return {
    ...service,
    apiUrl: `${service.base}/api/v2/`,
    pidxOf,
    payment: known,
    pay(order, transaction) {
      settle(known(order), transaction);
    },
    change(order, change) {
      Object.assign(known(order), change);
    },
  };
}
