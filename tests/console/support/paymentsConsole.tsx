import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { ActivePackage, SmsPackage } from '#schema/smsPackage.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { signInCustomer } from './crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from './jsonServer.ts';
import { pageOf, uuid } from './messagingConsole.tsx';

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };

export const aPayment = (change: Partial<PaymentReference> = {}): PaymentReference => ({
  uuid: uuid(600),
  ...times,
  kind: 'topup',
  amount: 1_500_000,
  method: 'bank',
  reference: 'NIC-1',
  receipt: null,
  note: null,
  package_name: null,
  status: 'pending',
  reason: null,
  decided_at: null,
  invoice: null,
  ...change,
});

export const aPackage = (change: Partial<SmsPackage> = {}): SmsPackage => ({
  uuid: uuid(700),
  ...times,
  name: 'Business',
  parts: 10_000,
  price: 1_180_000,
  validity_days: 180,
  is_active: true,
  ...change,
});

export const anActivePackage = (change: Partial<ActivePackage> = {}): ActivePackage => ({
  uuid: uuid(710),
  ...times,
  name: 'Business',
  parts: 10_000,
  remaining: 2_500,
  expires_at: '2030-01-01T00:00:00Z',
  ...change,
});

type Reply = { status?: number; body: unknown; delay?: number } | 'drop';

/** A server of payments: what it lists, what it answers to POSTs one after another, the last for ever. */
async function startPayments() {
  const server: JsonServer = await startJsonServer();
  pointTo(server.base);
  const state = {
    packages: [aPackage()] as unknown[],
    active: [] as unknown[],
    payments: [] as unknown[],
    purchases: [] as unknown[],
    entries: [] as unknown[],
    /** Undefined: they cannot be asked for. */
    methods: ['bank', 'cash', 'cheque'] as string[] | Promise<undefined>,
    prices: [{ operator: 'ntc', price: 135.6 }] as unknown,
    replies: [] as Reply[],
  };
  const lists: [prefix: string, results: () => unknown[]][] = [
    ['/v1/credit/sms-packages/', () => state.packages],
    ['/v1/credit/account-sms-packages/', () => state.active],
    ['/v1/credit/user-payment-reference/smspackages/', () => state.purchases],
    ['/v1/credit/user-payment-reference/?', () => state.payments],
    ['/v1/credit/wallet-history/', () => state.entries],
  ];
  server.handle(async (seen, response) => {
    const reply = ({ status = 200, body }: { status?: number; body: unknown }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const { method, url } = seen;
    if (method === 'POST') {
      const next = (state.replies.length > 1 ? state.replies.shift() : state.replies[0]) as Reply;
      if (next === 'drop') return response.destroy();
      setTimeout(() => reply(next), next.delay ?? 0);
      return;
    }
    if (url.startsWith('/v1/sms/configs/'))
      return reply({ body: { data: { prices: state.prices, parts_max: 10 } } });
    if (url.startsWith('/v1/credit/payment/methods/')) {
      const methods = await state.methods;
      return methods
        ? reply({ body: { data: { methods, instructions: 'NIC Asia\nAccount 0123' } } })
        : reply({ status: 503, body: { detail: 'Not now.' } });
    }
    if (url.startsWith('/v1/autho/user/profile/')) return reply({ status: 500, body: {} });
    if (/^\/v1\/credit\/sms-packages\/[^/?]+\/$/.test(url))
      return reply({ body: { data: state.packages[0] } });
    const payment = (state.payments as PaymentReference[]).find(({ uuid: id }) =>
      url.startsWith(`/v1/credit/user-payment-reference/${id}/`),
    );
    if (payment) return reply({ body: { data: payment } });
    const list = lists.find(([prefix]) => url.startsWith(prefix));
    return list ? reply({ body: pageOf(...list[1]()) }) : reply({ status: 404, body: { detail: 'none' } });
  });
  return {
    ...server,
    state,
    posts: (): Seen[] => server.seen.filter(({ method }) => method === 'POST'),
    gets: (prefix: string): Seen[] =>
      server.seen.filter(({ method, url }) => method === 'GET' && url.startsWith(prefix)),
  };
}

type PaymentsServer = Awaited<ReturnType<typeof startPayments>>;

export const bodyOf = ({ body }: Seen): Record<string, unknown> => JSON.parse(body);
export const keyOf = ({ headers }: Seen): unknown => headers['idempotency-key'];
/** What people read, with plain spaces. */
export const text = (element: Element | null | undefined): string =>
  element?.textContent?.replace(/\u00a0/g, ' ') ?? '';

/** A name as people read it, whose spaces may be such as do not break. */
export const named = (name: string): RegExp =>
  new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}$`);

/** The server of each of a file's tests, with a customer who is signed in. */
export function setUpPayments() {
  let server: PaymentsServer;
  const start = async () => {
    server = await startPayments();
  };
  beforeEach(async () => {
    sessionStorage.clear();
    preferences.set({ language: 'en', calendar: 'ad' });
    signInCustomer();
    await start();
  });
  afterEach(async () => {
    cleanup();
    await server.stop();
  });
  return {
    get server() {
      return server;
    },
    /** Again, after a test has stopped it. */
    start,
  };
}
