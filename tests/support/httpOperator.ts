import { type HttpSettings, httpDefaults } from '#schema/httpLink.ts';

/** The settings of a link to the HTTP simulator at an address (server/simulator/httpSimulator.ts), whose token is `demo`. */
export function settingsFor(url: string, change: Partial<HttpSettings> = {}): HttpSettings {
  const body = { from: '{{sender}}', to: '{{to}}', text: '{{text}}', reference: '{{id}}' };
  const isCalled = change.http_receipts !== 'poll' && change.http_receipts !== 'none';
  return {
    ...httpDefaults,
    http_url: `${url}/sms/`,
    http_headers: 'Authorization: Bearer {{secret}}',
    http_body: JSON.stringify({ ...body, ...(isCalled && { callback: '{{callback}}' }) }),
    http_phones: 'international',
    http_accepted_path: 'status',
    http_accepted_value: 'ok',
    http_id_path: 'id',
    http_error_path: 'code',
    http_retry_values: 'TOO_FAST\nBAD_TOKEN',
    http_receipts: 'callback',
    http_receipt_id: 'id',
    http_receipt_status: 'state',
    http_receipt_error: 'error',
    http_receipt_phone: 'to',
    http_poll_url: `${url}/sms/{{message_id}}/?token={{secret}}`,
    http_poll_seconds: 1,
    http_check_url: `${url}/credit/?token={{secret}}`,
    http_timeout: 5,
    ...change,
  };
}

/** The body of a request that adds it as a link. */
export const httpInput = (name: string, url: string, change: Partial<HttpSettings> = {}) => ({
  ...{ name, kind: 'http', password: 'demo', window: 20, rate: 0, operators: [], priority: 10 },
  ...settingsFor(url, change),
});

/** The same for a Viber link to the HTTP simulator at an address, which asks for its receipts. */
export const viberInput = (url: string) => ({
  ...httpInput('viber', url, {
    ...{ http_url: `${url}/viber/`, http_receipts: 'poll' },
    http_poll_url: `${url}/viber/{{message_id}}/?token={{secret}}`,
  }),
  channel: 'viber',
});
