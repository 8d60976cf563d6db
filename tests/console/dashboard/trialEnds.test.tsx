import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getUser, type User } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { renderPage } from '../support/messagingConsole.tsx';
import { aTrial, setUpTrial } from './trialSetup.ts';

let approve = () => {};
const approved = new Promise<void>((done) => {
  approve = done;
});
setUpTrial(
  () => ({ status: 200, body: { data: aTrial() } }),
  () => ({ kyc: 'approved', campaigns: { running: 0, any: false }, use: null }),
  async () => {
    const user = getUser() as User;
    await approved;
    return { ...user, account: { ...user.account, kyc_status: 'approved' } };
  },
);

it('the free trial leaves a dashboard that is open once the account is approved', async () => {
  renderPage('/', <Dashboard />);
  await screen.findByRole('region', { name: 'Try it now' });
  approve();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Try it now' })).toBeNull());
  expect(getUser()?.account?.kyc_status).toBe('approved');
  expect(screen.getByRole('region', { name: 'Send your first campaign' })).toBeTruthy();
});
