import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { renderPage } from '../support/messagingConsole.tsx';
import { check, field, open, press, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();

const NOTHING = /Nothing (has been|was) sent/;
const MAYBE = /We could not confirm your last attempt to send/;

async function confirm() {
  await press(/^Send 1,234 messages for Rs/);
  await press('Send 1,234 messages');
}

it('a campaign whose answer does not come before a reload may have been sent, also when it is edited', async () => {
  const first = open();
  await check();
  setup.server.hold();
  await confirm();
  await waitFor(() => expect(setup.sends()).toHaveLength(1));
  expect(screen.queryByText(/could not confirm/)).toBeNull();
  expect(screen.queryByText('Try again')).toBeNull();
  first.unmount();

  const second = renderPage('/sms/bulk-sms', <ComposePage />, '/sms/bulk-sms?step=check');
  await screen.findByRole('heading', { name: 'Check before sending' });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(NOTHING)).toBeNull();
  second.unmount();

  open();
  await screen.findByText(MAYBE);
  expect(screen.queryByText(NOTHING)).toBeNull();
  expect(screen.getByRole('button', { name: 'Discard draft' })).toBeTruthy();
  fireEvent.change(await field('Campaign name'), { target: { value: 'Fees' } });
  expect(screen.queryByRole('button', { name: 'Check and send' })).toBeNull();
  expect(screen.getByText(MAYBE)).toBeTruthy();
});

it('while the first request is still in progress, the campaign may have been sent', async () => {
  setup.replies = [{ status: 409, body: { detail: 'Wait for its answer.', code: 'in_flight' } }];
  open();
  await check();
  await confirm();
  await screen.findByText('Still in progress');
  await press('Back to writing');
  await screen.findByText(MAYBE);
});

it.each([403, 429])(
  'an answer that says nothing of the first request leaves it open (%i)',
  async (status) => {
    setup.replies = ['drop', { status, body: { detail: 'Not now.' } }];
    open();
    await check();
    await confirm();
    await screen.findByText('We could not confirm it');
    await userEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] as Element);
    await waitFor(() => expect(setup.sends()).toHaveLength(2));
    await screen.findByText('We could not confirm it');
    expect(screen.queryByText(NOTHING)).toBeNull();
    await press('Back to writing');
    await screen.findByText(MAYBE);
  },
);

it.each([400, 429])('a campaign that was refused was not sent (%i)', async (status) => {
  setup.replies = [{ status, body: { detail: 'Not today.' } }];
  open();
  await check();
  await confirm();
  await screen.findByText(/Not today\. Nothing was sent or charged/);
  await press('Back to writing');
  await field('Text');
  expect(screen.queryByText(MAYBE)).toBeNull();
});
