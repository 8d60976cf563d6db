import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aCampaign } from '../support/messagingConsole.tsx';
import { field, open, press, setUpCompose, write } from './composeSetup.tsx';

const setup = setUpCompose();
const SENT = { status: 201, body: { data: aCampaign() } };
const keys = () =>
  setup.server.seen
    .filter(({ url }) => url === '/v1/sms/compose/test/')
    .map(({ headers }) => headers['idempotency-key']);

async function send(button = 'Send the test') {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: button }));
}

async function fill() {
  await press('Send a test');
  fireEvent.change(await field('Mobile number'), { target: { value: '9841000009' } });
}

/** A test whose answer is lost, and the page is reloaded. */
async function loseAnswer(reply: (typeof setup.replies)[number] = 'drop') {
  setup.replies = [reply, SENT];
  const page = open();
  await write();
  await fill();
  await send();
  await screen.findByText(/could not confirm/);
  page.unmount();
}

it.each([
  ['whose answer is lost', 'drop' as const],
  ['that is still in progress', { status: 409, body: { detail: 'Wait.', code: 'in_flight' } }],
])('a test %s is sent once, also after a reload', async (_, reply) => {
  await loseAnswer(reply);
  open();
  await fill();
  await send();
  await screen.findByText(/was accepted/);
  expect(keys()).toHaveLength(2);
  expect(keys()[0]).toBe(keys()[1]);

  await send();
  await vi.waitFor(() => expect(keys()).toHaveLength(3));
  expect(keys()[2]).not.toBe(keys()[1]);
});

it('a test whose answer is lost may have been sent, also after an answer that says nothing of it', async () => {
  setup.replies = ['drop', { status: 429, body: { detail: 'Not now.' } }, SENT];
  open();
  await write();
  await fill();
  await send();
  await screen.findByText(/could not confirm/);
  await send('Try again');
  await vi.waitFor(() => expect(keys()).toHaveLength(2));
  await screen.findByText(/could not confirm/);
  await send('Try again');
  await screen.findByText(/was accepted/);
  expect(new Set(keys()).size).toBe(1);
});

it('a test whose answer is lost is sent once, also after one to another number', async () => {
  setup.replies = ['drop', 'drop', SENT];
  const page = open();
  await write();
  await fill();
  await send();
  await screen.findByText(/could not confirm/);
  fireEvent.change(await field('Mobile number'), { target: { value: '9841000010' } });
  await send('Try again');
  await vi.waitFor(() => expect(keys()).toHaveLength(2));
  await screen.findByText(/could not confirm/);
  page.unmount();
  open();
  await fill();
  await send();
  await screen.findByText(/was accepted/);
  expect(keys()[1]).not.toBe(keys()[0]);
  expect(keys()[2]).toBe(keys()[0]);
});

it('the same test much later is another one', async () => {
  await loseAnswer();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  try {
    open();
    await fill();
    await send();
    await screen.findByText(/was accepted/);
    expect(keys()[1]).not.toBe(keys()[0]);
  } finally {
    vi.useRealTimers();
  }
});
