import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { config, locales } from 'zod';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import type { Entity } from '#schema/entity.ts';
import { paymentReference } from '#schema/paymentReference.ts';
import { createClient } from '../../scripts/contract/client.ts';
import { checkInvalid, checkMethod, checkSignedOut } from '../../scripts/contract/errors.ts';
import { createFindings } from '../../scripts/contract/findings.ts';
import { checkList } from '../../scripts/contract/lists.ts';
import { checkOrigin } from '../../scripts/contract/origin.ts';

// A server in this worker process may have set its own words for what is wrong with a field.
beforeAll(() => void config(locales.en()));

interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
type Api = (query: URLSearchParams, request: IncomingMessage) => Answer;

/** A server that answers every request with a function; a text body is sent as HTML. */
async function serve(api: Api) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://host');
    const { status = 200, body = '', headers = {} } = api(searchParams, request);
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** The findings as `level check: text`, without those that are fine. */
function taker() {
  const findings = createFindings();
  return {
    notes: findings.of('GET /'),
    texts: () =>
      findings.list
        .filter(({ level }) => level !== 'ok')
        .map(({ level, check, text }) => `${level} ${check}: ${text}`),
  };
}

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000010${n}`;
const at = '2026-01-01T00:00:00.000Z';
const rows = [1, 2, 3, 4].map((n) => ({
  uuid: uuid(n),
  created_at: `2026-01-0${n}T00:00:00.000Z`,
  updated_at: at,
  phone: `+977984100000${n}`,
  reason: null,
  source: 'manual',
}));

/** A blacklist that follows the contract. */
const list: Api = (query) => {
  const order = query.get('ordering') ?? '-created_at';
  const [field, sign] = [order.replace('-', '') as 'phone', order.startsWith('-') ? -1 : 1];
  const found = rows
    .filter((row) => !query.has('phone') || row.phone === query.get('phone'))
    .filter((row) => !query.has('source') || row.source === query.get('source'))
    .filter((row) => !query.has('search') || row.phone.includes(query.get('search') ?? ''))
    .sort((a, b) => (a[field] < b[field] ? -sign : sign));
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 25)];
  const results = found.slice((page - 1) * size, page * size);
  return {
    body: { count: found.length, next: page * size < found.length ? '/next' : null, previous: null, results },
  };
};

/** The same list without a parameter, like a server that ignores it. */
const without =
  (...names: string[]): Api =>
  (query, request) => {
    for (const name of names) query.delete(name);
    return list(query, request);
  };

/** One record that no filter finds. */
const oneRow =
  (row: object): Api =>
  (query) => {
    const isFiltered = [...query.keys()].some((name) => !/^(page|page_size|ordering)$/.test(name));
    const results = isFiltered ? [] : [row];
    return { body: { count: results.length, next: null, previous: null, results } };
  };

const { phone: _, ...noPhone } = rows[0] as (typeof rows)[0];
const { uuid: __, ...noUuid } = rows[0] as (typeof rows)[0];
const payment = {
  reference: null,
  receipt: null,
  note: null,
  package_name: null,
  decided_at: null,
  invoice: null,
  ...noPhone,
  kind: 'topup',
  method: 'bank',
  status: 'pending',
  amount: 1000,
};

test.each<[string, Api, string[], Entity?]>([
  ['what the contract has', list, []],
  [
    'no list',
    () => ({ body: { hello: 1 } }),
    ['break shape: The answer is no list: {"count": 1, "next": null, "previous": null, "results": [...]}.'],
  ],
  [
    'a page of HTML',
    () => ({ body: '<h1>Hello</h1>' }),
    ['break shape: The answer is no list: {"count": 1, "next": null, "previous": null, "results": [...]}.'],
  ],
  ['nothing there', () => ({ status: 404 }), ['break there: It answers 404.']],
  [
    'the first page again',
    without('page'),
    ['break paging: page is ignored: page 2 repeats records of page 1.'],
  ],
  [
    'pages of its own size',
    without('page_size'),
    ['note paging: page_size is ignored: pages have 4 records.'],
  ],
  ['one order', without('ordering'), ['note ordering: ordering changes nothing by created_at, phone.']],
  [
    'every filter ignored',
    without('phone', 'source', 'search'),
    ['note filters: Ignored by the server, which the list then says: phone, source, search.'],
  ],
  [
    'a filter that fails',
    (query, request) => (query.has('phone') ? { status: 500, body: '<h1>No</h1>' } : list(query, request)),
    ['break filters: phone: it answers 500.'],
  ],
  [
    'records without an id',
    oneRow(noUuid),
    ['break shape: Records have neither uuid nor id.', 'note shape: Missing, and shown as empty: uuid.'],
  ],
  [
    'an integer in its place',
    oneRow({ ...noUuid, id: 7 }),
    ['note shape: Missing, and shown as empty: uuid.'],
  ],
  ['a field less', oneRow(noPhone), ['note shape: Missing, and shown as empty: phone.']],
  [
    'another choice',
    oneRow({ ...rows[0], source: 'mail' }),
    ['note shape: source is "mail": Invalid option: expected one of "manual"|"import"|"opt-out".'],
  ],
  ['a moment with an offset', oneRow({ ...rows[0], created_at: '2026-01-01T05:45:00+05:45' }), []],
  [
    'money in rupees',
    oneRow({ ...payment, amount: 12.5 }),
    ['break shape: amount is 12.5: Invalid input: expected int, received number.'],
    paymentReference as unknown as Entity,
  ],
  [
    'money in rupees as text',
    oneRow({ ...payment, amount: '12.50' }),
    ['break shape: amount is "12.50": Invalid input: expected number, received string.'],
    paymentReference as unknown as Entity,
  ],
  [
    'money as text',
    oneRow({ ...payment, amount: '1250' }),
    ['note shape: amount is "1250": Invalid input: expected number, received string.'],
    paymentReference as unknown as Entity,
  ],
])('of a list: %s', async (_name, api, expected, entity = blacklistNumber as unknown as Entity) => {
  const { notes, texts } = taker();
  await checkList({ client: await serve(api), notes, entity, path: entity.path, token: 'x' });
  expect(texts().filter((text) => !text.startsWith('skipped'))).toEqual(expected);
});

test.each<[string, Api, string[]]>([
  ['401 with a sentence', () => ({ status: 401, body: { detail: 'Sign in.' } }), []],
  [
    '403',
    () => ({ status: 403, body: { detail: 'No.' } }),
    [
      'break errors: Without a token: 403 instead of 401.',
      'break errors: With a wrong token: 403 instead of 401.',
    ],
  ],
  [
    'everything',
    () => ({ body: {} }),
    [
      'break errors: Without a token: 200 instead of 401.',
      'break errors: With a wrong token: 200 instead of 401.',
    ],
  ],
  [
    'HTML',
    () => ({ status: 401, body: '<h1>No</h1>' }),
    [
      'note errors: Without a token: the body of the 401 is no JSON that can be told to people.',
      'note errors: With a wrong token: the body of the 401 is no JSON that can be told to people.',
    ],
  ],
])('signed out: %s', async (_name, api, expected) => {
  const { notes, texts } = taker();
  await checkSignedOut(await serve(api), notes, '/v1/core/contacts/');
  expect(texts()).toEqual(expected);
});

const refused = { status: 401, body: { detail: 'Sign in.' } };
test.each<[string, Api, string[]]>([
  ['by its Allow', () => ({ headers: { allow: 'GET, POST' } }), []],
  ['not by its Allow', () => ({ headers: { allow: 'GET' } }), ['break there: The server allows GET here.']],
  ['by its refusal', (_query, { method }) => (method === 'OPTIONS' ? { status: 404 } : refused), []],
  ['not at all', () => ({ status: 404 }), ['break there: It answers 404.']],
  ['for everybody', () => ({ status: 201, body: {} }), ['break errors: It answers 201 without a token.']],
])('POST is there: %s', async (_name, api, expected) => {
  const { notes, texts } = taker();
  const client = await serve(api);
  await checkMethod(client, notes, {
    method: 'POST',
    path: '/v1/core/contacts/',
    token: 'x',
    isPublic: false,
  });
  expect(texts()).toEqual(expected);
});

test.each<[unknown, string[]]>([
  [{ detail: 'Wrong.', code: 'invalid', errors: { name: ['Required'] } }, []],
  [{ name: ['This field is required.'] }, []],
  [{ non_field_errors: ['Both cannot be.'] }, []],
  [{ detail: 'Wrong.' }, ['note errors: Empty: no field is named, so forms show it at their top.']],
  [
    '<h1>Bad Request</h1>',
    ['note errors: Empty: the body of the 400 is no JSON that can be told to people.'],
  ],
])('wrong input: %j', async (body, expected) => {
  const { notes, texts } = taker();
  const client = await serve(() => ({ status: 400, body }));
  checkInvalid(notes, await client.ask('POST', '/v1/sms/templates/', { body: {} }), 'Empty');
  expect(texts()).toEqual(expected);
});

test('another origin: the headers that a browser gets, and those that it does not', async () => {
  const origin = 'https://console.example';
  const cors = (headers: Record<string, string>) => async () => {
    const { notes, texts } = taker();
    await checkOrigin(await serve(() => ({ headers })), notes, origin);
    return texts();
  };
  const whole = {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-expose-headers': 'Content-Disposition, Retry-After',
  };
  expect(await cors(whole)()).toEqual([]);
  expect(await cors({})()).toEqual([
    `break origin: A browser lets no console of ${origin} call it: Access-Control-Allow-Origin is missing.`,
  ]);
  const some = {
    ...whole,
    'access-control-allow-headers': 'authorization',
    'access-control-allow-methods': 'GET',
    'access-control-expose-headers': '',
  };
  expect(await cors(some)()).toEqual([
    'break origin: Access-Control-Allow-Headers lacks content-type, idempotency-key.',
    'break origin: Access-Control-Allow-Methods lacks PUT, DELETE.',
    'note origin: Access-Control-Expose-Headers lacks content-disposition, retry-after.',
  ]);
});
