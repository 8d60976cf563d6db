import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { paymentReasons } from '#schema/reviewReasons.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { activeRoute, isGroup, menu, opensGroup, visibleMenu } from '../../../src/layout/menu.ts';
import { paymentReview as paymentReviewResource } from '../../../src/resources/billing/paymentReviews/index.tsx';
import { senderRequest as senderRequestResource } from '../../../src/resources/messaging/senderIdentities/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { bodyOf, keyOf, named } from '../support/paymentsConsole.tsx';

const LIST = '/admin/payment-references';
const CONFIRM = '/v1/credit/payment/credit_payment_confirm/';
const REJECT = '/v1/credit/payment/credit_payment_reject/';
type Reply = { status?: number; body: unknown } | 'drop';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const aPayment = (n: number, change: Partial<PaymentReview> = {}): PaymentReview => ({
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
const aDuplicate = {
  uuid: uuid(90),
  account_name: 'Himal Traders',
  amount: 500,
  status: 'confirmed' as const,
};
const duplicate = { ...aDuplicate, created_at: '2026-01-02T03:04:05Z' };

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
const title = (name: string) => screen.findByRole('heading', { level: 1, name: named(name) });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');
const confirmIn = async (name: RegExp) =>
  fireEvent.click(within(await dialog()).getByRole('button', { name }));
const posts = (path: string): Seen[] =>
  server.seen.filter((one) => one.method === 'POST' && one.url === path);
/** What the server has decided by the time it is asked again. */
const decide = (n: number, status: 'confirmed' | 'rejected') => {
  payments = payments.map((one) => (one.uuid === uuid(n) ? { ...one, status, decided_by: 'Asha' } : one));
};

describe('the queue', () => {
  test('opens with what waits, the oldest first, and says how many and since when', async () => {
    open(LIST);
    expect(await screen.findByText('3 requests to review, the oldest for 4 days.')).toBeTruthy();
    const asked = server.seen.map(({ url }) => url).filter((url) => url.includes('page_size=25'));
    expect(asked[0]).toContain('status=pending');
    expect(asked[0]).toContain('ordering=created_at');
    const start = screen.getByRole('link', { name: 'Review the oldest' });
    expect(start.getAttribute('href')).toBe(`${LIST}/${uuid(10)}/show`);
  });

  test('that is empty says so', async () => {
    payments = [aPayment(10, { status: 'confirmed' })];
    open(LIST);
    expect(await screen.findByText('No requests to review.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Review the oldest' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeTruthy();
    expect(screen.queryByText('No results')).toBeNull();
    await press('Show all');
    expect(await screen.findByText('NIC-10')).toBeTruthy();
  });

  test('leads from one to the next, round and round, also by Alt+N', async () => {
    const { router } = show(20);
    await title('Top-up of Rs. 20,000.00');
    const next = await screen.findByRole('link', { name: 'Next in queue' });
    expect(next.getAttribute('href')).toBe(`${LIST}/${uuid(30)}/show`);
    act(() => void fireEvent.keyDown(document, { code: 'KeyN', altKey: true }));
    await title('Top-up of Rs. 30,000.00');
    expect(router.state.location.pathname).toBe(`${LIST}/${uuid(30)}/show`);
    expect(screen.getByRole('link', { name: 'Next in queue' }).getAttribute('href')).toBe(
      `${LIST}/${uuid(10)}/show`,
    );
  });
});

describe('a payment above the limit', () => {
  const first = { awaits_second: true, first_by_name: 'Asha Gurung', first_at: ago(3) };

  test('says after the first confirmation that a second person is needed', async () => {
    show(10);
    await press('Confirm');
    replies = [{ status: 202, body: { data: { uuid: uuid(10), status: 'pending' } } }];
    await confirmIn(/^Confirm Rs/);
    expect(
      await screen.findByText(/is above the limit, so a second person must also confirm it/),
    ).toBeTruthy();
  });

  test('is left to a second person by the first, who may still reject it', async () => {
    payments = [aPayment(10, { ...first, first_by: getUser()?.uuid ?? '' })];
    show(10);
    expect(await screen.findByText(/^You confirmed this payment/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Reject/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    act(() => void fireEvent.keyDown(document, { code: 'KeyA', altKey: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says to the second person who confirmed it, and is marked in the list', async () => {
    payments = [aPayment(10, { ...first, first_by: uuid(77) })];
    show(10);
    expect(await screen.findByText(/^Asha Gurung confirmed this payment/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Confirm/ })).toBeTruthy();
    cleanup();
    open(LIST);
    expect((await screen.findAllByText('Needs a second person')).length).toBeGreaterThan(0);
  });
});

describe('confirming a payment', () => {
  test('names amount and account, sends a key, and opens the next one', async () => {
    show(10);
    await title('Top-up of Rs. 10,000.00');
    await press('Confirm');
    expect((await dialog()).textContent).toMatch(
      /10,000\.00 is added to the wallet of Terai Mills.*cannot be undone/,
    );
    decide(10, 'confirmed');
    await confirmIn(/^Confirm Rs/);
    await title('Top-up of Rs. 20,000.00');
    expect(posts(CONFIRM)).toHaveLength(1);
    expect(bodyOf(posts(CONFIRM)[0]!)).toEqual({ uuid: uuid(10), updated_at: expect.any(String) });
    expect(keyOf(posts(CONFIRM)[0]!)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await screen.findAllByText(/2 left in the queue/)).not.toEqual([]);
  });

  test('asks for the missing number, and focuses its field when it is left empty', async () => {
    payments = [aPayment(10, { reference: null })];
    show(10);
    await press('Confirm');
    await confirmIn(/^Confirm Rs/);
    const input = await screen.findByLabelText('Transfer number');
    expect(await screen.findByText('Required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input));
    fireEvent.change(input, { target: { value: ' HBL-1 ' } });
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(1));
    expect(bodyOf(posts(CONFIRM)[0]!)).toEqual({
      uuid: uuid(10),
      reference: 'HBL-1',
      updated_at: expect.any(String),
    });
  });

  test('warns of a payment with the same number, and wants a word about it', async () => {
    payments = [aPayment(10, { duplicates: [duplicate] })];
    show(10);
    expect(await screen.findByText('A payment with this number is already confirmed')).toBeTruthy();
    await press('Confirm');
    await confirmIn(/^Confirm Rs/);
    expect(await screen.findByText('Check this and select the box, or reject the payment.')).toBeTruthy();
    expect(posts(CONFIRM)).toHaveLength(0);
    const known = screen.getByRole('checkbox');
    expect(document.activeElement).toBe(known);
    fireEvent.click(known);
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(1));
    expect(bodyOf(posts(CONFIRM)[0]!)).toEqual({
      uuid: uuid(10),
      duplicate: true,
      updated_at: expect.any(String),
    });
  });

  test('hears from the server of one that was confirmed since the page was read', async () => {
    replies = [{ status: 409, body: { code: 'duplicate', detail: 'Another one.', data: [duplicate] } }];
    show(10);
    await press('Confirm');
    await confirmIn(/^Confirm Rs/);
    fireEvent.click(await within(await dialog()).findByRole('checkbox'));
    expect(within(await dialog()).getByText(/Himal Traders/)).toBeTruthy();
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(2));
    expect(bodyOf(posts(CONFIRM)[1]!)).toEqual({
      uuid: uuid(10),
      duplicate: true,
      updated_at: expect.any(String),
    });
    expect(keyOf(posts(CONFIRM)[1]!)).not.toBe(keyOf(posts(CONFIRM)[0]!));
  });

  test.each([
    ['with a sentence', { detail: 'confirmed.' }],
    ['with nothing', null],
    ['by itself', { uuid: uuid(10), status: 'confirmed' }],
  ])('of another API, which answers %s, is told as done', async (_, body) => {
    replies = [{ body }];
    show(10);
    await press('Confirm');
    decide(10, 'confirmed');
    await confirmIn(/^Confirm Rs/);
    await title('Top-up of Rs. 20,000.00');
    expect(posts(CONFIRM)).toHaveLength(1);
    expect(screen.queryByText('We could not confirm your decision')).toBeNull();
  });

  test('without an answer is repeated under its key', async () => {
    replies = ['drop'];
    show(10);
    await press('Confirm');
    await confirmIn(/^Confirm Rs/);
    expect(await screen.findByText('We could not confirm your decision')).toBeTruthy();
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(2));
    expect(keyOf(posts(CONFIRM)[1]!)).toBe(keyOf(posts(CONFIRM)[0]!));
  });
});

describe('rejecting', () => {
  test('needs a reason; one that was chosen is sent in English whatever the reviewer reads', async () => {
    preferences.set({ language: 'ne' });
    show(10);
    await press('अस्वीकार गर्नुहोस्');
    await confirmIn(/^अस्वीकार गर्नुहोस्$/);
    expect(posts(REJECT)).toHaveLength(0);
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
    await confirmIn(new RegExp(paymentReasons[1]!.ne));
    decide(10, 'rejected');
    await confirmIn(/^अस्वीकार गर्नुहोस्$/);
    await waitFor(() => expect(posts(REJECT)).toHaveLength(1));
    expect(bodyOf(posts(REJECT)[0]!)).toEqual({ uuid: uuid(10), reason: paymentReasons[1]!.en });
  });

  test('of what somebody else has decided tells so and shows it', async () => {
    replies = [
      {
        status: 409,
        body: { code: 'conflict', detail: 'This payment is already confirmed. Nothing was changed.' },
      },
    ];
    show(10);
    await press('Reject');
    fireEvent.change(await within(await dialog()).findByLabelText('Reason'), { target: { value: 'No.' } });
    decide(10, 'confirmed');
    await confirmIn(/^Reject$/);
    expect(await screen.findByText('Someone else has already decided')).toBeTruthy();
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  test('is a letter away, but not while a dialog is open', async () => {
    show(10);
    await screen.findByRole('button', { name: 'Reject' });
    act(() => void fireEvent.keyDown(document, { code: 'KeyR', altKey: true }));
    expect(await screen.findByRole('dialog', { name: /^Reject/ })).toBeTruthy();
    act(() => void fireEvent.keyDown(document, { code: 'KeyA', altKey: true }));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

test('the letter works from the moment its button stands', async () => {
  const watch = new MutationObserver(() => {
    if (!screen.queryByRole('button', { name: 'Reject' })) return;
    watch.disconnect();
    fireEvent.keyDown(document, { code: 'KeyR', altKey: true });
  });
  watch.observe(document.body, { childList: true, subtree: true });
  show(10);
  expect(await screen.findByRole('dialog', { name: /^Reject/ })).toBeTruthy();
});

test('support staff read and are told that they cannot decide', async () => {
  signInStaff('support');
  show(10);
  expect(await screen.findByText(/^You can view this/)).toBeTruthy();
  act(() => void fireEvent.keyDown(document, { code: 'KeyA', altKey: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Confirm|Reject)/ })).toBeNull();
});

test('a sender ID that resembles others is marked in the list, on its page and before approval', async () => {
  const other = { uuid: uuid(80), name: 'NABIL2', account_name: 'Terai Mills', status: 'approved' };
  senders = [
    {
      ...{ uuid: uuid(70), name: 'NAB1L2', purpose: 'Offers', document: null, status: 'pending' },
      ...{
        reason: null,
        account: uuid(1),
        account_name: 'Himal Traders',
        decided_by: null,
        decided_at: null,
      },
      ...{ similar: [other], imitates: 'NABIL', created_at: ago(5), updated_at: ago(5) },
    },
  ];
  const { unmount } = open('/admin/sender-identities');
  expect(await screen.findByText('Similar to another')).toBeTruthy();
  expect(screen.getByText('5 minutes')).toBeTruthy();
  unmount();
  open(`/admin/sender-identities/${uuid(70)}/show`);
  expect(await screen.findByText('Similar to NABIL')).toBeTruthy();
  await press('Approve');
  const asked = await dialog();
  expect(within(asked).getByText('Another account has a similar sender ID')).toBeTruthy();
  await confirmIn(/^Approve$/);
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = server.seen.find(({ method }) => method === 'PUT') as Seen;
  expect([sent.url, bodyOf(sent)]).toEqual([
    `/v1/sms/sender-identities/${uuid(70)}/`,
    // What was read goes along, so that nothing else is approved.
    { status: 'approved', updated_at: senders[0]?.updated_at },
  ]);
});

describe('the menu', () => {
  const administration = () =>
    visibleMenu()
      .filter(isGroup)
      .flatMap(({ entries }) => entries.map(({ route }) => route));

  test('has KYC among the Administration for who reads all of them, not for customers', () => {
    expect(administration()).toContain('kyc');
    signInStaff('support');
    expect(administration()).toContain('kyc');
    signInCustomer();
    expect(administration()).not.toContain('kyc');
  });

  test('lights the entry and opens the group of a queue', () => {
    expect(activeRoute(`/kyc/${uuid(1)}`)).toBe('kyc');
    expect(activeRoute('/admin/online-payments')).toBe('admin/payment-references');
    const group = menu.filter(isGroup).find(({ label }) => label === 'menu.review_queue');
    expect(group && opensGroup('/kyc', group)).toBe(true);
    expect(group && opensGroup('/admin/online-payments', group)).toBe(true);
    expect(group && opensGroup('/contact', group)).toBe(false);
  });
});
