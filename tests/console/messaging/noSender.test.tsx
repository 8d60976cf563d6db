import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { useTrial } from '../../../src/crud/useTrial.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { aTrial } from '../dashboard/trialSetup.ts';
import { aSender, renderPage, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';
import { open, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();
/** Says when the answer about the trial has come. */
const Asked = () => <p>{useTrial().isLoading ? 'asks' : 'asked'}</p>;
const openAsked = () =>
  renderPage(
    '/sms/bulk-sms',
    <>
      <ComposePage />
      <Asked />
    </>,
  );
const needed = 'You have no approved sender ID yet';
const link = () => screen.queryByRole('link', { name: 'Send a free message' });

beforeEach(() => {
  setup.senders = [];
  const account = { uuid: uuid(9), name: 'Himal', type: 'company', kyc_status: 'pending' } as const;
  setUser({ ...(getUser() as User), account });
});

it('leads to the free messages while there are some', async () => {
  setup.trial = aTrial();
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(needed);
  expect((await within(alert).findByRole('link', { name: 'Send a free message' })).getAttribute('href')).toBe(
    '/#trial',
  );
});

it.each([
  ['the provider offers none', { ...aTrial(), refusal: 'not_offered' as const, sender: null }],
  ['all are used', { ...aTrial(), left: 0 }],
])('does not lead to free messages if %s', async (_, trial) => {
  setup.trial = trial;
  openAsked();
  await screen.findByText('asked');
  await screen.findByText(needed);
  expect(link()).toBeNull();
});

it('does not refer the provider’s own staff to their provider', async () => {
  signInStaff('admin');
  setup.trial = aTrial();
  openAsked();
  await screen.findByText('asked');
  await screen.findByText(needed);
  expect(screen.queryByText(/^Your provider must approve/)).toBeNull();
  expect(link()).toBeNull();
});

describe('with an API that has words of its own', () => {
  const { purpose: _, status: __, ...bare } = aSender(4, 'NOWORD');
  const mixed = [
    ...[aSender(1, 'ACTIVE', 'Active'), aSender(2, 'OLD', 'SUSPENDED'), aSender(3, 'NEW', 'Pending'), bare],
    aSender(5, 'YES', 'APPROVED'),
  ];
  const offered = async () =>
    within(await screen.findByLabelText('Sender ID'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
      .slice(1);

  it('offers every sender ID but those that it says are not approved', async () => {
    setup.senders = mixed;
    open();
    expect(await offered()).toEqual(['ACTIVE', 'NOWORD', 'YES']);
  });

  it('offers only approved ones where the server names its features', async () => {
    setUser({ ...(getUser() as User), offers: ['search'] });
    setup.senders = [...mixed, aSender(6, 'SECOND')];
    open();
    expect(await offered()).toEqual(['YES', 'SECOND']);
  });
});
