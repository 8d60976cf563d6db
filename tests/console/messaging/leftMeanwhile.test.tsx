import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { http } from '../../../src/core/http.ts';
import { check, open, press, setUpCompose, write } from './composeSetup.tsx';

const setup = setUpCompose();
const { plans, sends } = setup;

/** Presses the check, whose answer comes when what this gives is called and waited for. */
async function holdCheck() {
  await write();
  const answer = setup.server.hold();
  await press('Check recipients and cost');
  await waitFor(() => expect(plans()).toHaveLength(1));
  return async () => {
    answer();
    // Whatever was held is answered before this.
    await act(async () => void (await http.json('/v1/sms/configs/')));
  };
}

it('the answer to a check does not call back whoever has left the page', async () => {
  const { router } = open();
  const answer = await holdCheck();
  void router.navigate('/contact');
  await press('Leave and keep draft');
  await screen.findByText('elsewhere');
  await answer();
  expect(router.state.location.pathname).toBe('/contact');
});

it('a campaign that is accepted does not call back whoever has left the page, and is no draft any more', async () => {
  const { router } = open();
  await check();
  await press(/^Send 1,234 messages for Rs/);
  const answer = setup.server.hold();
  await press('Send 1,234 messages');
  await waitFor(() => expect(sends()).toHaveLength(1));
  void router.navigate('/contact');
  await press('Leave and keep draft');
  await screen.findByText('elsewhere');
  answer();
  await screen.findByText('Your campaign was accepted.');
  expect(router.state.location.pathname).toBe('/contact');
  expect(sessionStorage.getItem('draft:compose')).toBeNull();
});
