import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const profiles = () =>
  setup.server.seen.filter(({ url }) => url.startsWith('/v1/autho/user/profile/')).length;
const remove = async () => {
  setup.open();
  await userEvent.click(await screen.findByRole('button', { name: /^Delete: / }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
};

it('the profile, which says whether this is a test, is read again once a link is deleted', async () => {
  await remove();
  await waitFor(() => expect(profiles()).toBe(1), { timeout: 10_000 });
});

it('it is not where the link stays', async () => {
  setup.refusal = { status: 409, body: { detail: 'Messages are on their way.', code: 'conflict' } };
  await remove();
  await screen.findByText('Messages are on their way.');
  expect(profiles()).toBe(0);
});
