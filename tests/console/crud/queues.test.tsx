import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paymentReasons } from '#schema/reviewReasons.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { activeRoute, isGroup, menu, opensGroup, visibleMenu } from '../../../src/layout/menu.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import type { Seen } from '../support/jsonServer.ts';
import { signInStaff } from '../support/linksData.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { bodyOf } from '../support/paymentsConsole.tsx';
import { ago, aPayment, confirmIn, dialog, LIST, press, setUpQueues, title } from './queuesSetup.tsx';

const setup = setUpQueues();
const { open, show, posts, decide } = setup;

const REJECT = '/v1/credit/payment/credit_payment_reject/';

describe('the queue', () => {
  test('opens with what waits, the oldest first, and says how many and since when', async () => {
    open(LIST);
    expect(await screen.findByText('3 requests to review, the oldest for 4 days.')).toBeTruthy();
    // The summary has a request of its own, whose answer may be there first.
    const asked = () => setup.server.seen.map(({ url }) => url).filter((url) => url.includes('page_size=25'));
    await waitFor(() => expect(asked()).not.toEqual([]));
    expect(asked()[0]).toContain('status=pending');
    expect(asked()[0]).toContain('ordering=created_at');
    const start = screen.getByRole('link', { name: 'Review the oldest' });
    expect(start.getAttribute('href')).toBe(`${LIST}/${uuid(10)}/show`);
  });

  test('that is empty says so', async () => {
    setup.payments = [aPayment(10, { status: 'confirmed' })];
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

test('the next record opens as it is now, whatever the queue knew of it', async () => {
  show(10);
  const next = await screen.findByRole('link', { name: 'Next in queue' });
  setup.payments = setup.payments.map((one) => ({ ...one, amount: one.amount + 100, updated_at: ago(0) }));
  fireEvent.click(next);
  await title('Top-up of Rs. 20,001.00');
  expect(screen.queryByText('Changed after you opened it')).toBeNull();
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
    setup.replies = [
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

  test('that was not answered is not taken for somebody else’s', async () => {
    const body = { code: 'conflict', detail: 'This payment is already rejected. Nothing was changed.' };
    setup.replies = ['drop', { status: 409, body }];
    show(10);
    await press('Reject');
    fireEvent.change(await within(await dialog()).findByLabelText('Reason'), { target: { value: 'No.' } });
    await confirmIn(/^Reject$/);
    await within(await dialog()).findByText('We could not confirm your decision');
    // The page has looked again and found nothing decided.
    const looked = () => setup.server.seen.filter(({ url }) => url.endsWith(`/${uuid(10)}/`));
    await waitFor(() => expect(looked()).toHaveLength(2));
    decide(10, 'rejected');
    await confirmIn(/^Reject$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText(new RegExp(body.detail));
    expect(await screen.findByText('Rejected')).toBeTruthy();
    expect(screen.getByText('We could not confirm your decision')).toBeTruthy();
    expect(screen.queryByText('Someone else has already decided')).toBeNull();
  });

  test('that was not answered but made says so beside what it has become', async () => {
    setup.replies = ['drop'];
    show(10);
    await press('Reject');
    fireEvent.change(await within(await dialog()).findByLabelText('Reason'), { target: { value: 'No.' } });
    decide(10, 'rejected');
    await confirmIn(/^Reject$/);
    expect(await screen.findByText('Rejected')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('We could not confirm your decision')).toBeTruthy();
    expect(screen.queryByText('Someone else has already decided')).toBeNull();
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
  setup.senders = [
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
  const poll = watchIntervals();
  open(`/admin/sender-identities/${uuid(70)}/show`);
  expect(await screen.findByText('Similar to NABIL')).toBeTruthy();
  await press('Approve');
  const asked = await dialog();
  expect(within(asked).getByText('Another account has a similar sender ID')).toBeTruthy();
  const [read] = setup.senders;
  setup.senders = [{ ...read, purpose: 'Loans', updated_at: ago(0) }];
  await poll(5000);
  expect(await screen.findByText('Changed after you opened it')).toBeTruthy();
  await confirmIn(/^Approve$/);
  await waitFor(() => expect(setup.server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = setup.server.seen.find(({ method }) => method === 'PUT') as Seen;
  expect([sent.url, bodyOf(sent)]).toEqual([
    `/v1/sms/sender-identities/${uuid(70)}/`,
    // What was read goes along, so that nothing else is approved.
    { status: 'approved', updated_at: read?.updated_at },
  ]);
  // A newer version stays outside until the reviewer asks for it; what others decided does not.
  expect(screen.getByText('Offers')).toBeTruthy();
  setup.senders = [{ ...setup.senders[0], status: 'approved', decided_at: ago(0) }];
  await poll(5000);
  expect(await screen.findByText('Loans')).toBeTruthy();
  expect(screen.queryByText('Changed after you opened it')).toBeNull();
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
