import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/session.ts';
import { watchIntervals } from '../support/intervals.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { bodyOf, keyOf } from '../support/paymentsConsole.tsx';
import { ago, aPayment, confirmIn, dialog, LIST, press, setUpQueues, title } from './queuesSetup.tsx';

const setup = setUpQueues();
const { open, show, posts, decide } = setup;

const CONFIRM = '/v1/credit/payment/credit_payment_confirm/';

const aDuplicate = {
  uuid: uuid(90),
  account_name: 'Himal Traders',
  amount: 500,
  status: 'confirmed' as const,
};
const duplicate = { ...aDuplicate, created_at: '2026-01-02T03:04:05Z' };

describe('a payment above the limit', () => {
  const first = { awaits_second: true, first_by_name: 'Asha Gurung', first_at: ago(3) };

  test('says after the first confirmation that a second person is needed', async () => {
    show(10);
    await press('Confirm');
    setup.replies = [{ status: 202, body: { data: { uuid: uuid(10), status: 'pending' } } }];
    const { uuid: me = null } = getUser() ?? {};
    setup.payments = [aPayment(10, { ...first, first_by: me, updated_at: ago(0) })];
    await confirmIn(/^Confirm Rs/);
    expect(
      await screen.findByText(/is above the limit, so a second person must also confirm it/),
    ).toBeTruthy();
    // One's own change needs no reading.
    expect(await screen.findByText(/^You confirmed this payment/)).toBeTruthy();
    expect(screen.queryByText('Changed after you opened it')).toBeNull();
  });

  test('is left to a second person by the first, who may still reject it', async () => {
    setup.payments = [aPayment(10, { ...first, first_by: getUser()?.uuid ?? '' })];
    show(10);
    expect(await screen.findByText(/^You confirmed this payment/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Reject/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    act(() => void fireEvent.keyDown(document, { code: 'KeyA', altKey: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says to the second person who confirmed it, and is marked in the list', async () => {
    setup.payments = [aPayment(10, { ...first, first_by: uuid(77) })];
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
    setup.payments = [aPayment(10, { reference: null })];
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
    setup.payments = [aPayment(10, { duplicates: [duplicate] })];
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
    setup.replies = [{ status: 409, body: { code: 'duplicate', detail: 'Another one.', data: [duplicate] } }];
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

  test('is of the version that was read; a newer one waits until it is asked for', async () => {
    const read = aPayment(10, { duplicates: [duplicate] });
    setup.payments = [read];
    const poll = watchIntervals();
    show(10);
    await press('Confirm');
    fireEvent.click(await within(await dialog()).findByRole('checkbox'));
    setup.payments = [{ ...read, reference: 'NIC-99', updated_at: ago(0) }];
    await poll(5000);
    const notice = await screen.findByText('Changed after you opened it');
    expect(screen.getByText('NIC-10')).toBeTruthy();
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(1));
    expect(bodyOf(posts(CONFIRM)[0]!)).toMatchObject({ updated_at: read.updated_at });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
    expect(await screen.findByText('NIC-99')).toBeTruthy();
    expect(notice.isConnected).toBe(false);
    await press('Confirm');
    // What was said of the earlier number is not said of this one.
    expect(await within(await dialog()).findByRole('checkbox')).toHaveProperty('checked', false);
    fireEvent.click(screen.getByRole('checkbox'));
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(2));
    expect(bodyOf(posts(CONFIRM)[1]!)).toMatchObject({ updated_at: setup.payments[0]?.updated_at });
  });

  test.each([
    ['with a sentence', { detail: 'confirmed.' }],
    ['with nothing', null],
    ['by itself', { uuid: uuid(10), status: 'confirmed' }],
  ])('of another API, which answers %s, is told as done', async (_, body) => {
    setup.replies = [{ body }];
    show(10);
    await press('Confirm');
    decide(10, 'confirmed');
    await confirmIn(/^Confirm Rs/);
    await title('Top-up of Rs. 20,000.00');
    expect(posts(CONFIRM)).toHaveLength(1);
    expect(screen.queryByText('We could not confirm your decision')).toBeNull();
  });

  test.each([403, 429])(
    'without an answer stays unconfirmed when the next attempt is refused by %s',
    async (status) => {
      setup.replies = [
        { status, body: { detail: 'Not now.' } },
        'drop',
        { status, body: { detail: 'Not now.' } },
      ];
      show(10);
      await press('Confirm');
      await confirmIn(/^Confirm Rs/);
      expect(await screen.findByText('Your decision was not saved')).toBeTruthy();
      await confirmIn(/^Confirm Rs/);
      expect(await screen.findByText('We could not confirm your decision')).toBeTruthy();
      await confirmIn(/^Confirm Rs/);
      expect(await screen.findByText(/Not now\./)).toBeTruthy();
      expect(screen.getByText('We could not confirm your decision')).toBeTruthy();
    },
  );

  test('without an answer is repeated under its key', async () => {
    setup.replies = ['drop'];
    show(10);
    await press('Confirm');
    await confirmIn(/^Confirm Rs/);
    expect(await screen.findByText('We could not confirm your decision')).toBeTruthy();
    await confirmIn(/^Confirm Rs/);
    await waitFor(() => expect(posts(CONFIRM)).toHaveLength(2));
    expect(keyOf(posts(CONFIRM)[1]!)).toBe(keyOf(posts(CONFIRM)[0]!));
  });
});
