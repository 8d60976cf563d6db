import { type HttpSettings, headersOf } from '#schema/httpLink.ts';
import { type OutgoingRequest, USER_AGENT } from '../../webhooks/request.ts';
import type { OutgoingSms } from '../link/link.ts';
import { fill, inJson } from './values.ts';

/** What the settings of a link leave out. */
export interface Secrets {
  secret: string;
  /** The address at which the operator reports results. */
  callback: string;
}

const NEPAL = '+977';

/** A number as the operator wants it. */
function phoneFor(phone: string, form: HttpSettings['http_phones']): string {
  if (form === 'e164') return phone;
  return form === 'national' && phone.startsWith(NEPAL) ? phone.slice(NEPAL.length) : phone.slice(1);
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

function headersFor(
  settings: HttpSettings,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers = headersOf(settings.http_headers).map(([name, value]) => [
    name,
    // A header is one line of ASCII.
    fill(value, values, (text) => text.replace(/[^\x20-\x7e]/g, '')),
  ]);
  return {
    ...{ 'user-agent': USER_AGENT, accept: 'application/json' },
    // Nothing here decompresses an answer.
    'accept-encoding': 'identity',
    ...Object.fromEntries(headers),
  };
}

/** The request that sends a message. */
export function submitRequest(
  settings: HttpSettings,
  { secret, callback }: Secrets,
  { from, to, text, id = '' }: Pick<OutgoingSms, 'from' | 'to' | 'text' | 'id'>,
): OutgoingRequest {
  const values = { to: phoneFor(to, settings.http_phones), text, sender: from, id, callback, secret };
  const { http_method: method, http_body, http_body_type: type } = settings;
  const url = fill(settings.http_url, values, encodeURIComponent);
  const headers = headersFor(settings, values);
  if (method === 'GET' || http_body === '') return { method, url, headers };
  const body = fill(http_body, values, type === 'json' ? inJson : encodeURIComponent);
  return {
    ...{ method, url, body },
    headers: { 'content-type': types[type], ...headers, 'content-length': String(Buffer.byteLength(body)) },
  };
}

/** The request that asks for a message's result. */
export const pollRequest = (settings: HttpSettings, secret: string, messageId: string): OutgoingRequest => ({
  method: 'GET',
  url: fill(settings.http_poll_url, { secret, message_id: messageId }, encodeURIComponent),
  headers: headersFor(settings, { secret }),
});

/** The request that tries the secret; null if the operator has none. */
export const checkRequest = (settings: HttpSettings, secret: string): OutgoingRequest | null =>
  settings.http_check_url === ''
    ? null
    : {
        method: 'GET',
        url: fill(settings.http_check_url, { secret }, encodeURIComponent),
        headers: headersFor(settings, { secret }),
      };
