import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { paymentReview as paymentReviewResource } from '../../../src/resources/billing/paymentReviews/index.tsx';
import { senderRequest as senderRequestResource } from '../../../src/resources/messaging/senderIdentities/index.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { named } from '../support/paymentsConsole.tsx';

export const LIST = '/admin/payment-references';
type Reply = { status?: number; body: unknown } | 'drop';
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
export const aPayment = (n: number, change: Partial<PaymentReview> = {}): PaymentReview => ({
  uuid: uuid(n),
  account: uuid(1),
  account_name: 'Terai Mills',
  user_name: 'Ram Yadav',
  kind: 'topup',
  amount: n * 100_000,
  method: 'bank',
  reference: `NIC-${n}`,
  receipt: null,
  note: null,
  package_name: null,
  status: 'pending',
  reason: null,
  awaits_second: false,
  first_by: null,
  first_by_name: null,
  first_at: null,
  decided_by: null,
  decided_at: null,
  invoice: null,
  duplicates: [],
  created_at: ago(6000 - n),
  updated_at: ago(1),
  ...change,
});

export const title = (name: string) => screen.findByRole('heading', { level: 1, name: named(name) });
export const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
export const dialog = () => screen.findByRole('dialog');
export const confirmIn = async (name: RegExp) =>
  fireEvent.click(within(await dialog()).getByRole('button', { name }));

/** A server with payments to confirm, and the pages that decide about them. */
export function setUpQueues() {
  let server: JsonServer;
  let payments: PaymentReview[];
  let senders: Record<string, unknown>[];
  let replies: Reply[];
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(({ method, url }, response) => {
      const end = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
      if (method !== 'GET') {
        const reply = (replies.shift() ?? { body: { data: {} } }) as Reply;
        return reply === 'drop' ? response.destroy() : end(reply.status ?? 200, reply.body);
      }
      const records = url.startsWith('/v1/sms/') ? senders : payments;
      const one = records.find((record) => url.endsWith(`/${record.uuid}/`));
      if (one) return end(200, { data: one });
      const asked = new URL(url, server.base).searchParams;
      return end(200, pageOf(...records.filter(({ status }) => (asked.get('status') ?? status) === status)));
    });
  });

  afterAll(() => server.stop());
  beforeEach(() => {
    preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
    signInStaff('admin');
    server.seen.length = 0;
    replies = [];
    senders = [];
    payments = [aPayment(10), aPayment(20), aPayment(30)];
  });

  afterEach(() => {
    cleanup();
    endSession();
  });

  const open = (address: string) =>
    renderConsole(
      [
        { name: 'admin/payment-references', ...paymentReviewResource },
        { name: 'admin/sender-identities', ...senderRequestResource },
      ],
      address,
      server.base,
    );

  const show = (n: number) => open(`${LIST}/${uuid(n)}/show`);
  const posts = (path: string): Seen[] =>
    server.seen.filter((one) => one.method === 'POST' && one.url === path);
  /** What the server has decided by the time it is asked again. */
  const decide = (n: number, status: 'confirmed' | 'rejected') => {
    payments = payments.map((one) => (one.uuid === uuid(n) ? { ...one, status, decided_by: 'Asha' } : one));
  };

  return {
    get server() {
      return server;
    },
    get payments() {
      return payments;
    },
    set payments(value) {
      payments = value;
    },
    get senders() {
      return senders;
    },
    set senders(value) {
      senders = value;
    },
    get replies() {
      return replies;
    },
    set replies(value) {
      replies = value;
    },
    open,
    show,
    posts,
    decide,
  };
}
