import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { confirmIn, LIST, press, setUpQueues, title } from './queuesSetup.tsx';

const setup = setUpQueues();
const { show, posts, decide } = setup;

test('a decision that is answered late does not call back whoever has left the page', async () => {
  const { router } = show(10);
  await title('Top-up of Rs. 10,000.00');
  await press('Confirm');
  decide(10, 'confirmed');
  const answer = setup.server.hold();
  await confirmIn(/^Confirm Rs/);
  await waitFor(() => expect(posts('/v1/credit/payment/credit_payment_confirm/')).toHaveLength(1));
  await act(() => router.navigate(LIST));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer();
  await screen.findByText(/was added to the wallet of Terai Mills\. 2 left in the queue$/);
  expect(router.state.location.pathname).toBe(LIST);
});
