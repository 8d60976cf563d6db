import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keep, open, record, SUBMIT, setUpKyc, values } from './kycSetup.tsx';

const setup = setUpKyc();

test('an answer that comes late does not call back whoever has left the page', async () => {
  keep(values);
  setup.submitted = { status: 201, body: { data: record() } };
  const { router } = open('/kyc?step=check');
  const submit = await screen.findByRole('button', { name: 'Submit for verification' });
  const answer = setup.server.hold();
  fireEvent.click(submit);
  await waitFor(() => expect(setup.server.seen.filter(({ url }) => url === SUBMIT)).toHaveLength(1));
  void router.navigate('/contact');
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('elsewhere');
  answer();
  expect(await screen.findByText(/^Submitted\. Your documents/)).toBeTruthy();
  expect(router.state.location.pathname).toBe('/contact');
});
