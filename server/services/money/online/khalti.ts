import { own } from '#schema/own.ts';
import type { RefundKind } from '#schema/paymentRefund.ts';
import {
  askJson,
  GATEWAY_TIMEOUT,
  type Gateway,
  GatewayDown,
  GatewayKeysRefused,
  GatewayRefused,
  type GatewayStatus,
  type JsonAnswer,
} from './gateway.ts';

/**
 * Khalti's Web Checkout (KPG-2, https://docs.khalti.com/khalti-epayment/): the server registers the payment, gets its
 * `pidx` and a page to open, and looks it up later. https://dev.khalti.com/api/v2/ is the sandbox.
 */
export const KHALTI_API = 'https://khalti.com/api/v2/';

interface Settings {
  /** Base of the API, with a trailing slash. */
  url: string;
  /** The merchant's live secret key ("API Authorization"). */
  secret: string;
  /** Address of the console. */
  website: string;
  /** Where the browser returns, paid or not. */
  returnTo(uuid: string): string;
  timeout?: number;
}

/** "Payment Status"; the document writes two of them in upper and lower case. An unknown word counts as no answer. */
const states: Record<string, GatewayStatus['state']> = {
  completed: 'paid',
  // Paid and partly refunded, without stating the amount.
  'partially refunded': 'paid',
  pending: 'pending',
  initiated: 'pending',
  refunded: 'failed',
  expired: 'failed',
  'user canceled': 'failed',
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The messages of a refusal: `{amount: ["..."], error_key: "validation_error"}` or `{detail: "..."}`. */
const sentences = (body: JsonAnswer['body']): string =>
  Object.entries(body)
    .filter(([name]) => name !== 'error_key' && name !== 'status_code')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isText)
    .join(' ');

/** Whether it is safe to send a browser to an address: not `javascript:` or `data:`. */
const isPage = (value: unknown): value is string => isText(value) && /^https?:\/\//.test(value);

export function createKhalti(settings: Settings): Gateway {
  const { secret, timeout = GATEWAY_TIMEOUT } = settings;

  const call = async (path: string, body: object, signal?: AbortSignal): Promise<JsonAnswer> => {
    const answer = await askJson(
      new URL(path, settings.url),
      {
        method: 'POST',
        headers: { Authorization: `Key ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
      { timeout, signal },
    );
    // A wrong key says nothing about the payment.
    if (answer.status === 401 || answer.status === 403) {
      throw new GatewayKeysRefused(`HTTP ${answer.status}, the secret key is not taken`);
    }
    return answer;
  };

  return {
    method: 'khalti',

    /** "Initiating a Payment request". The customer's name and number are optional, so they are not sent. */
    async start(payment, signal) {
      const { status, body } = await call(
        'epayment/initiate/',
        {
          return_url: settings.returnTo(payment.uuid),
          website_url: settings.website,
          amount: payment.amount,
          purchase_order_id: payment.uuid,
          purchase_order_name: payment.item,
        },
        signal,
      );
      if (status >= 400) throw new GatewayRefused(sentences(body) || `HTTP ${status}`);
      if (!isText(body.pidx) || !isPage(body.payment_url)) {
        throw new GatewayDown(`HTTP ${status} without pidx and payment_url`);
      }
      return { url: body.payment_url, fields: null, id: body.pidx };
    },

    /** "Payment Verification (Lookup)". Expired and User canceled come with HTTP 400, but are answers. */
    async status(payment, signal) {
      if (!payment.gatewayId) throw new Error(`payment ${payment.uuid} has no pidx`);
      const { status, body } = await call('epayment/lookup/', { pidx: payment.gatewayId }, signal);
      if (status === 404) return { state: 'not_found', transaction: null, amount: null, word: 'Not found' };
      const word = String(body.status ?? '');
      const state = own(states, word.toLowerCase());
      if (!state) throw new GatewayDown(`HTTP ${status}, ${word || sentences(body) || 'no status'}`);
      if (body.pidx !== payment.gatewayId) throw new GatewayDown('an answer about another payment');
      const transaction = isText(body.transaction_id) ? body.transaction_id : null;
      if (state === 'paid' && !transaction) throw new GatewayDown(`${word} without a transaction_id`);
      const whole = word.toLowerCase() === 'completed' && body.refunded !== true;
      const amount = whole && Number.isSafeInteger(body.total_amount) ? (body.total_amount as number) : null;
      const refund: RefundKind | undefined =
        word.toLowerCase() === 'refunded' ? 'full' : state === 'paid' && !whole ? 'part' : undefined;
      return { state, transaction, amount, ...(refund && { refund }), word };
    },
  };
}
