import { z } from 'zod';
import { type Field, field } from './entity.ts';
import type { Kind } from './outline.ts';
import { parsedUrl } from './parsedUrl.ts';

/** The HTTP side of an operator link: how a message becomes a request, and what an answer means (docs/operators.md). */

const NOT_URL = 'Enter an address that starts with https:// or http://.';
const NOT_HEADERS = 'Write one header per line, such as Accept: application/json.';
const SECRET_HEADER = 'Enter the secret in its own field, and write {{secret}} here.';
const NOT_JSON = 'The body is not valid JSON. Put each placeholder in quotation marks.';
const NOT_STATUSES = 'Enter HTTP statuses, such as 200-299 or 200, 202.';
const NOT_PATH = 'Enter names and positions with dots between them, such as data.0.id.';
const NOT_WORDS =
  'Write one word per line, such as DELIVRD = delivered. Results: delivered, undelivered, expired, rejected, pending, read.';
const NO_RECIPIENT = 'The address or the body must contain {{to}} and {{text}}.';
const NO_MESSAGE_ID = 'The address must contain {{message_id}}.';
const UNKNOWN_PLACEHOLDER = 'This contains a placeholder that does not exist.';

export const httpMethods = ['POST', 'GET'] as const;
/** How values are escaped in the body, and its content type. */
export const httpBodies = ['json', 'form'] as const;
/** How a Nepali number is written: 9812345678, 9779812345678 or +9779812345678. Others are always written in full. */
export const phoneForms = ['national', 'international', 'e164'] as const;
/** How results arrive: not at all, by calls of the operator, or by asking for each message. */
export const receiptWays = ['none', 'callback', 'poll'] as const;
/** `read`: delivered, and the recipient has read it (Viber). */
export const receiptResults = ['delivered', 'undelivered', 'expired', 'rejected', 'pending', 'read'] as const;

/** The placeholders of a request to send. */
const OF_MESSAGE = ['to', 'text', 'sender', 'id', 'callback', 'secret'];
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

const namesOnly = (text: string, known: readonly string[]): boolean =>
  [...text.matchAll(PLACEHOLDER)].every(([, name]) => known.includes(name as string));
/** A template with every placeholder replaced by one letter. */
const sample = (text: string): string => text.replace(PLACEHOLDER, 'x');
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isUrl = (text: string): boolean =>
  // Never in the host: a message must not decide where it goes.
  /^https?:\/\/[^/?#{}@\s]+([/?#]|$)/.test(text) && parsedUrl(sample(text)) !== undefined;

const text = (max: number) => z.string().trim().max(max);
const template = (known: readonly string[], max: number) =>
  text(max).refine((value) => namesOnly(value, known), UNKNOWN_PLACEHOLDER);
const url = (known: readonly string[]) =>
  template(known, 2000).min(1, 'Required').refine(isUrl, NOT_URL).refine(hidesSecrets, SECRET_HEADER);
const optionalUrl = (known: readonly string[]) =>
  template(known, 2000)
    .refine((value) => value === '' || isUrl(value), NOT_URL)
    .refine(hidesSecrets, SECRET_HEADER);
const path = () => text(200).regex(/^$|^[^.\s]+(\.[^.\s]+)*$/, NOT_PATH);

/** The lines of a text that say something. */
export const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*([\x20-\x7e]*)$/;
/** Names and values of the headers in a text with one per line. */
export const headersOf = (value: string): [name: string, value: string][] =>
  linesOf(value).flatMap((line) => {
    const [, name, content] = HEADER.exec(line) ?? [];
    return name === undefined || content === undefined ? [] : [[name.toLowerCase(), content]];
  });
const isSecretName = (name: string): boolean => /authorization|cookie|token|secret|password|key$/i.test(name);
/** Whether values with the name of a secret, in a query, a form or JSON, are all {{secret}}. */
const hidesSecrets = (value: string): boolean =>
  [...value.matchAll(/(?:^|[?&"])([\w-]+)(?:=|"\s*:\s*"?)([^&"#\s]*)/g)].every(
    ([, name, content]) => !isSecretName(name as string) || (content as string).includes('{{secret}}'),
  );

const WORD = /^(.{1,60}?)\s*=\s*(\w+)$/;
/** The operator's words of state and what they mean, from a text with one per line. */
export const wordsOf = (value: string): [word: string, result: string][] =>
  linesOf(value).flatMap((line) => {
    const [, word, result] = WORD.exec(line) ?? [];
    return word === undefined || result === undefined ? [] : [[word, result]];
  });

const STATUSES = /^\s*[1-5]\d\d(\s*-\s*[1-5]\d\d)?(\s*,\s*[1-5]\d\d(\s*-\s*[1-5]\d\d)?)*\s*$/;

/** Each setting of an HTTP link and its check. */
const checks = {
  http_method: z.enum(httpMethods),
  http_url: url(OF_MESSAGE),
  http_headers: template(['secret', 'id'], 4000)
    .refine((value) => headersOf(value).length === linesOf(value).length, NOT_HEADERS)
    .refine(
      (value) =>
        headersOf(value).every(([name, content]) => !isSecretName(name) || content.includes('{{secret}}')),
      SECRET_HEADER,
    ),
  http_body: template(OF_MESSAGE, 8000).refine(hidesSecrets, SECRET_HEADER),
  http_body_type: z.enum(httpBodies),
  http_phones: z.enum(phoneForms),
  /** Of the answer: its status, and the value at a path if there is one. */
  http_accepted_status: text(100).regex(STATUSES, NOT_STATUSES),
  http_accepted_path: path(),
  http_accepted_value: text(100),
  /** A value here is always a refusal. */
  http_refused_path: path(),
  /** Where the operator's id is; empty: it knows the message by {{id}}. */
  http_id_path: path(),
  http_error_path: path(),
  /** Values at the accepted or the error path, one per line, after which a message is tried again later. */
  http_retry_values: text(2000),
  http_receipts: z.enum(receiptWays),
  http_receipt_id: path(),
  http_receipt_status: path(),
  http_receipt_error: path(),
  http_receipt_phone: path(),
  http_receipt_words: text(4000).refine(
    (value) =>
      wordsOf(value).length === linesOf(value).length &&
      wordsOf(value).every(([, result]) => (receiptResults as readonly string[]).includes(result)),
    NOT_WORDS,
  ),
  http_poll_url: optionalUrl(['message_id', 'secret']),
  /** Seconds until the first question; each further one comes later. */
  http_poll_seconds: z.int().min(1).max(3600),
  /** An address that answers only a right secret with 2xx and sends nothing, for the test of a connection. */
  http_check_url: optionalUrl(['secret']),
  /** Seconds. */
  http_timeout: z.int().min(1).max(120),
};
type Checks = typeof checks;
export type HttpSettings = { [K in keyof Checks]: z.infer<Checks[K]> };

const choices: Partial<Record<keyof Checks, readonly string[]>> = {
  http_method: httpMethods,
  http_body_type: httpBodies,
  http_phones: phoneForms,
  http_receipts: receiptWays,
};
const long: readonly string[] = ['http_headers', 'http_body', 'http_retry_values', 'http_receipt_words'];
const kindOf = (name: keyof Checks): Kind => {
  if (choices[name]) return 'choice';
  if (name === 'http_timeout' || name === 'http_poll_seconds') return 'integer';
  return long.includes(name) ? 'longText' : 'text';
};
type Checked = { [K in keyof Checks]: Field<z.ZodOptional<z.ZodNullable<Checks[K]>>, 'always'> };

/** The settings as fields of a link. They are null in links of another kind. */
export const httpFields = Object.fromEntries(
  (Object.keys(checks) as (keyof Checks)[]).map((name) => [
    name,
    field(kindOf(name), checks[name].nullish(), {
      list: false,
      ...(choices[name] && { choices: choices[name] }),
    }),
  ]),
) as unknown as Checked;

/** Settings that may be left empty. */
const MAY_BE_EMPTY = new Set<string>(
  [
    'headers',
    'body',
    'accepted_path',
    'accepted_value',
    'refused_path',
    'id_path',
    'error_path',
    'retry_values',
    'receipt_id',
  ]
    .concat('receipt_status', 'receipt_error', 'receipt_phone', 'receipt_words', 'poll_url', 'check_url')
    .map((name) => `http_${name}`),
);
/** Whether an HTTP link may leave it empty. */
export const isOptionalHttp = (name: string): boolean => MAY_BE_EMPTY.has(name);

/** What a new HTTP link starts with, and an empty field means. */
export const httpDefaults: HttpSettings = {
  http_method: 'POST',
  http_url: '',
  http_headers: '',
  http_body: '',
  http_body_type: 'json',
  http_phones: 'e164',
  http_accepted_status: '200-299',
  http_accepted_path: '',
  http_accepted_value: '',
  http_refused_path: '',
  http_id_path: '',
  http_error_path: '',
  http_retry_values: '',
  http_receipts: 'none',
  http_receipt_id: '',
  http_receipt_status: '',
  http_receipt_error: '',
  http_receipt_phone: '',
  http_receipt_words: '',
  http_poll_url: '',
  http_poll_seconds: 30,
  http_check_url: '',
  http_timeout: 30,
};
export const httpNames = Object.keys(checks) as (keyof HttpSettings)[];

/** Complete settings as they must be; issues name the field. */
export const httpSettings = z.object(checks).superRefine((all, context) => {
  const say = (name: keyof HttpSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { http_url, http_body, http_body_type, http_method } = all;
  const hasBody = http_method === 'POST' && http_body !== '';
  const sent = hasBody ? http_url + http_body : http_url;
  if (!['{{to}}', '{{text}}'].every((name) => sent.includes(name)))
    say(hasBody ? 'http_body' : 'http_url', NO_RECIPIENT);
  if (hasBody && http_body_type === 'json' && !isJson(sample(http_body))) say('http_body', NOT_JSON);
  if (all.http_accepted_path !== '' && all.http_accepted_value === '') say('http_accepted_value', 'Required');
  if (all.http_receipts !== 'none') {
    if (all.http_receipt_status === '') say('http_receipt_status', 'Required');
  }
  if (all.http_receipts === 'callback' && all.http_receipt_id === '') say('http_receipt_id', 'Required');
  if (all.http_receipts === 'poll') {
    if (all.http_poll_url === '') say('http_poll_url', 'Required');
    else if (!all.http_poll_url.includes('{{message_id}}')) say('http_poll_url', NO_MESSAGE_ID);
  }
});
