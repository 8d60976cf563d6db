import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TopupPage } from '../../../src/resources/billing/topup/TopupPage.tsx';
import { renderPage } from '../support/messagingConsole.tsx';
import { aPayment, keyOf, named, setUpPayments } from '../support/paymentsConsole.tsx';

const CREATE = '/wallet/topup-history/create';

const setup = setUpPayments();
const open = () => renderPage(CREATE, <TopupPage />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** Leaves the page while its request is not answered; returns what answers it. */
async function leaveUnanswered() {
  const { router } = open();
  fireEvent.change(await screen.findByLabelText('Amount in rupees'), { target: { value: '500' } });
  await userEvent.click(await screen.findByRole('radio', { name: /^Cash/ }));
  await press('Check the amount');
  const request = await screen.findByRole('button', { name: named('Request Rs. 500.00') });
  const answer = setup.server.hold();
  await userEvent.click(request);
  await waitFor(() => expect(setup.server.posts()).toHaveLength(1));
  void router.navigate('/contact');
  await press('Leave');
  await screen.findByText('elsewhere');
  return { router, answer };
}

it('a request that is answered late does not call back whoever has left the page', async () => {
  setup.server.state.replies = [{ status: 201, body: { data: { ...aPayment(), checkout: null } } }];
  const { router, answer } = await leaveUnanswered();
  answer();
  await screen.findByText(/^You have requested a top-up/);
  expect(router.state.location.pathname).toBe('/contact');
  expect(sessionStorage.getItem('draft:topup')).toBeNull();
});

it('a request that is never answered waits with its key for whoever has left the page', async () => {
  setup.server.state.replies = ['drop'];
  const { answer } = await leaveUnanswered();
  answer();
  cleanup();
  setup.server.state.replies = [{ status: 201, body: { data: { ...aPayment(), checkout: null } } }];
  open();
  expect(await screen.findByText(/We could not confirm the payment of Rs\.\s500\.00/)).toBeTruthy();
  await press('Try again');
  await waitFor(() => expect(setup.server.posts()).toHaveLength(2));
  expect(new Set(setup.server.posts().map(keyOf)).size).toBe(1);
});
