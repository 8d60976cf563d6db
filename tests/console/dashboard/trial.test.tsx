import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Trial } from '#schema/trial.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { renderPage, uuid } from '../support/messagingConsole.tsx';
import { aTrial, setUpTrial } from './trialSetup.ts';

let trial: Trial;
let refusal: { status: number; body: object } | undefined;
let senders: { approved: number; pending: number };
/** What is sent is answered once this has resolved. */
let held: Promise<void> | undefined;

beforeEach(() => {
  held = undefined;
  trial = aTrial();
  refusal = undefined;
  senders = { approved: 0, pending: 0 };
});
const server = setUpTrial(
  async ({ method, url }) => {
    if (method !== 'GET') await held;
    if (method !== 'GET' && refusal) return refusal;
    if (url.endsWith('/code/')) trial = { ...trial, phone: '+9779841234567', code_sent: true };
    if (url.endsWith('/verify/')) trial = { ...trial, verified: true, code_sent: false, samples: true };
    if (url.endsWith('/send/')) trial = { ...trial, left: trial.left - 1 };
    if (url.endsWith('/samples/')) trial = { ...trial, samples: false };
    const more = url.endsWith('/send/') ? { campaign: uuid(70) } : {};
    return { status: 200, body: { data: { ...trial, ...more } } };
  },
  () => ({ campaigns: { running: 0, any: false }, senders, use: null }),
);

const open = () => renderPage('/', <Dashboard />);
const card = () => screen.findByRole('region', { name: 'Try it now' });
const bodies = () =>
  server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => [url.replace('/v1/sms/trial/', ''), body && JSON.parse(body)]);

describe('the free trial', () => {
  it('confirms a number by a code, then sends the sample to it, and counts', async () => {
    const hand = userEvent.setup();
    open();
    const box = await card();
    expect(box.textContent).toContain('10 free messages left.');
    const phone = within(box).getByLabelText('Your mobile number');
    await hand.clear(phone);
    await hand.type(phone, '9841234567');
    await hand.click(within(box).getByRole('button', { name: 'Send code' }));
    await hand.type(await within(box).findByLabelText('Code'), '123456{Enter}');
    await within(box).findByLabelText('Message');
    expect(within(box).getByText(/^Dear Sita Sharma, your appointment is on Sunday at 11:00/)).toBeTruthy();
    await hand.selectOptions(within(box).getByLabelText('Sample contact'), 'Ram Yadav');
    expect(within(box).getByText(/^Dear Ram Yadav, your appointment is on Monday at 14:30/)).toBeTruthy();
    await hand.click(within(box).getByRole('button', { name: 'Send to +977 9841234567' }));
    await within(box).findByText(/^Your message to \+977 9841234567 was accepted/);
    expect(within(box).getByRole('link', { name: 'See the result' }).getAttribute('href')).toBe(
      `/sms/${uuid(70)}/show`,
    );
    expect(box.textContent).toContain('9 free messages left.');
    expect(bodies()).toEqual([
      ['code/', { phone: '9841234567' }],
      ['verify/', { code: '123456' }],
      ['send/', { body: expect.any(String), values: { name: 'Ram Yadav', day: 'Monday', time: '14:30' } }],
    ]);
    expect(server.seen.find(({ url }) => url.endsWith('/send/'))?.headers['idempotency-key']).toBeTruthy();
    await hand.click(within(box).getByRole('button', { name: 'Remove sample template and contacts' }));
    await waitFor(() => expect(within(box).queryByRole('button', { name: /^Remove sample/ })).toBeNull());
  });

  it('says what the server refuses, beside the field or below it', async () => {
    const hand = userEvent.setup();
    open();
    const box = await card();
    const errors = { phone: ['A landline cannot receive SMS.'] };
    refusal = { status: 400, body: { detail: 'Some fields are not correct.', errors } };
    await hand.click(within(box).getByRole('button', { name: 'Send code' }));
    expect(await within(box).findByText('A landline cannot receive SMS.')).toBeTruthy();
    expect(within(box).getByLabelText('Your mobile number').getAttribute('aria-invalid')).toBe('true');
    const detail = 'Too many codes were sent to this number today. Try again tomorrow.';
    refusal = { status: 429, body: { detail } };
    await hand.click(within(box).getByRole('button', { name: 'Send code' }));
    expect((await within(box).findByRole('alert')).textContent).toContain(detail);
  });

  it.each([
    ['a message', { verified: true }, /^Send to/, 'Message'],
    ['a code', { code_sent: true }, 'Send another code', 'Code'],
  ])('leaves the focus where somebody types when %s is not sent', async (_, change, button, label) => {
    trial = { ...trial, phone: '+9779841234567', ...change };
    refusal = { status: 503, body: { detail: 'Not now.' } };
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    open();
    const box = await card();
    await userEvent.click(await within(box).findByRole('button', { name: button }));
    const input = within(box).getByLabelText<HTMLInputElement>(label);
    await userEvent.clear(input);
    await userEvent.type(input, '12');
    resolve();
    await within(box).findByRole('alert');
    await userEvent.keyboard('34');
    expect(input.value).toBe('1234');
  });

  it('sends a message whose answer is lost once, also after another one', async () => {
    trial = { ...trial, phone: '+9779841234567', verified: true };
    const hand = userEvent.setup();
    open();
    const box = await card();
    const keys = () =>
      server.seen.flatMap(({ url, headers }) => (url.endsWith('/send/') ? [headers['idempotency-key']] : []));
    refusal = { status: 502, body: {} };
    for (const [index, text] of ['One', 'Two', 'One'].entries()) {
      const message = within(box).getByLabelText('Message');
      await hand.clear(message);
      await hand.type(message, text);
      await hand.click(within(box).getByRole('button', { name: /^Send to/ }));
      await waitFor(() => expect(keys()).toHaveLength(index + 1));
      await within(box).findByRole('alert');
    }
    expect(keys()[1]).not.toBe(keys()[0]);
    expect(keys()[2]).toBe(keys()[0]);
  });

  it('has nothing to send when all is used', async () => {
    trial = { ...trial, phone: '+9779841234567', verified: true, left: 0 };
    open();
    const box = await card();
    expect(box.textContent).toContain('You have used all free messages');
    expect(within(box).queryByRole('button', { name: /^Send to/ })).toBeNull();
  });

  it('is not there for an approved account', async () => {
    const user = getUser();
    if (user) setUser({ ...user, account: { ...user.account, kyc_status: 'approved' } as never });
    open();
    await screen.findByRole('region', { name: 'Send your first campaign' });
    expect(screen.queryByRole('region', { name: 'Try it now' })).toBeNull();
    expect(server.seen.filter(({ url }) => url.startsWith('/v1/sms/trial/'))).toEqual([]);
  });
});

describe('the dashboard’s header', () => {
  const action = async () => {
    await screen.findByRole('region', { name: 'Send your first campaign' });
    const { parentElement } = screen.getByRole('heading', { level: 1 });
    return parentElement?.parentElement as HTMLElement;
  };
  const shown = async (name: string) =>
    within(await action())
      .findByRole('link', { name })
      .then((link) => link.getAttribute('href'));

  it('leads to what can be done now: a free message, else a request for a sender ID, else sending', async () => {
    open();
    expect(await shown('Send a free message')).toBe('/#trial');
    cleanup();
    trial = { ...trial, refusal: 'not_offered' };
    open();
    expect(await shown('Request a sender ID')).toBe('/sms/sender-identities');
    cleanup();
    senders = { approved: 1, pending: 0 };
    open();
    expect(await shown('Send Bulk SMS')).toBe('/sms/bulk-sms');
  });
});
