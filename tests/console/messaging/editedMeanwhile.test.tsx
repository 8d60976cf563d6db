import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { http } from '../../../src/core/http.ts';
import { aPlan, aSender, uuid } from '../support/messagingConsole.tsx';
import { asked, check, field, open, press, setUpCompose, write } from './composeSetup.tsx';

const setup = setUpCompose();
const { plans, sends } = setup;

const CHECK = 'Check recipients and cost';
const heading = () => screen.queryByRole('heading', { name: 'Check before sending' });
async function retype(value: string) {
  const text = await field('Text');
  fireEvent.change(text, { target: { value } });
  // The page hears of it at once.
  fireEvent.blur(text);
}

/** The answers wait until what this gives is called and waited for. */
function holdAnswers() {
  const answer = setup.server.hold();
  return async () => {
    answer();
    // Whatever was held is answered before this.
    await act(async () => void (await http.json('/v1/sms/configs/')));
  };
}

it('what is edited while it is checked is what is sent: it is checked again', async () => {
  const { router } = open();
  await write();
  const answer = holdAnswers();
  await press(CHECK);
  await waitFor(() => expect(plans()).toHaveLength(1));
  await retype('Please pay today');
  fireEvent.change(await field('Phone numbers'), { target: { value: '9841000002' } });
  // It can be checked at once.
  await screen.findByRole('button', { name: CHECK });
  await answer();
  expect(router.state.location.search).toBe('');
  expect((await field('Text')).value).toBe('Please pay today');
  await press(CHECK);
  await press(/^Send 1,234 messages for Rs/);
  await press('Send 1,234 messages');
  await waitFor(() => expect(sends()).toHaveLength(1));
  expect(sends().map(asked)[0]).toMatchObject({
    body: 'Please pay today',
    recipients: { numbers: ['9841000002'] },
  });
});

it('what is edited while it is checked under another sender ID stays as it is, and unchecked', async () => {
  setup.senders = [aSender(1, 'DEMO'), aSender(2, 'SHOP')];
  const without = { operator: 'ncell' as const, recipients: 1 };
  setup.plan = aPlan({
    sender_check: { operators: [without], alternative: { uuid: uuid(2), name: 'SHOP' } },
  });
  const { router } = open();
  await screen.findByLabelText('Sender ID');
  fireEvent.change(await field('Sender ID'), { target: { value: uuid(1) } });
  await check();
  const answer = holdAnswers();
  await press('Check with SHOP');
  await waitFor(() => expect(plans()).toHaveLength(2));
  await press('Back to writing');
  await retype('Please pay today');
  await answer();
  expect((await field('Sender ID')).value).toBe(uuid(1));
  await act(() => router.navigate('/sms/bulk-sms?step=check'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(heading()).toBeNull();
});

it('what is edited while it is sent does not get a new offer for the former text', async () => {
  const data = aPlan({ uuid: uuid(901), cost: 400000 });
  setup.replies = [{ status: 409, body: { detail: 'changed', code: 'price_changed', data } }];
  const { router } = open();
  await check();
  await press(/^Send 1,234 messages for Rs/);
  const answer = holdAnswers();
  await press('Send 1,234 messages');
  await waitFor(() => expect(sends()).toHaveLength(1));
  await act(() => router.navigate(-1));
  await retype('Please pay today');
  await answer();
  await act(() => router.navigate('/sms/bulk-sms?step=check'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(heading()).toBeNull();
  expect((await field('Text')).value).toBe('Please pay today');
});
