import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { watchIntervals } from '../support/intervals.ts';
import { aCampaign } from '../support/messagingConsole.tsx';
import { links, open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();
const { asked } = setup;

const figure = (label: string) => screen.getByRole('heading', { name: label }).parentElement?.textContent;

describe('a customer’s dashboard', () => {
  it.each([
    ['en', 'Waiting for approval'],
    ['ne', 'स्वीकृतिको प्रतीक्षामा'],
  ] as const)(
    'describes a campaign that waits for approval as its own page does (%s)',
    async (language, words) => {
      preferences.set({ language });
      setup.campaigns = [aCampaign({ status: 'draft' })];
      open();
      expect((await screen.findByRole('link', { name: /Dues/ })).textContent).toContain(words);
    },
  );

  it('shows the balance, this month’s figures and a chart of the last thirty days with its table', async () => {
    open();
    await waitFor(() => expect(figure('Sent this month')).toContain('1,200'));
    expect(figure('Balance')).toContain('Rs.\u00a050,000.00');
    expect(figure('Package parts left')).toContain('250The first package expires on 10 Feb 2026');
    expect(figure('Sent this month')?.replace(/\u00a0/g, ' ')).toContain(
      '1,20092% delivered, 60 failed, Rs. 1,627.20 charged',
    );
    expect(figure('In progress')).toContain('0No campaigns in progress');
    const byDay = await screen.findByRole('region', { name: 'Messages of the last 30 days' });
    expect(within(byDay).getByRole('figure').textContent).toContain(
      '1,200 sent: 1,100 delivered, 60 failed.',
    );
    const last = [...byDay.querySelectorAll('tbody tr')].at(-1);
    expect([...(last?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '30 Jan 2026',
      '1,100',
      '60',
      '40',
    ]);
    const byOperator = screen.getByRole('region', { name: 'By operator, last 30 days' });
    expect(within(byOperator).getByRole('figure').textContent).toContain('Sent: NTC 1,000, Ncell 200.');
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Needs your attention' })).toBeNull();
  });

  it('hides the balance from users who may not see it, before and after loading', async () => {
    const user = getUser();
    if (user) setUser({ ...user, wallet: { balance: null } });
    setup.answer.data = aDashboard({ balance: null, topups: null });
    open();
    expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
  });

  it('lists what needs attention, each with one step, in words', async () => {
    setup.answer.data = aDashboard({
      attention: [
        { code: 'kyc_rejected' },
        {
          code: 'topup_rejected',
          uuid: '01890000-0000-7000-8000-000000000001',
          amount: 100_000,
          reason: 'No money came.',
        },
        { code: 'low_balance', balance: 5_000, threshold: 10_000 },
        { code: 'package_expiring', parts: 25, expires_at: '2026-02-02T06:00:00Z' },
        { code: 'no_sender' },
      ],
    });
    open();
    const list = await screen.findByRole('region', { name: 'Needs your attention' });
    expect(links(list)).toEqual([
      ['See reason and submit again', '/kyc'],
      ['See top-up', '/wallet/topup-history/01890000-0000-7000-8000-000000000001/show'],
      ['Top up', '/wallet/topup-history/create'],
      ['See packages', '/packages/active-packages'],
      ['Request a sender ID', '/sms/sender-identities'],
    ]);
    const text = list.textContent?.replace(/\u00a0/g, ' ');
    expect(text).toContain('Your top-up of Rs. 1,000.00 was rejected. No money came.');
    expect(text).toContain('Your balance of Rs. 50.00 is low (below Rs. 100.00).');
    expect(text).toContain('25 package parts expire on 2 Feb 2026. Use them before then.');
  });

  it('shows campaigns in progress, and follows their numbers without a reload', async () => {
    const pass = watchIntervals();
    setup.answer.data = aDashboard({ campaigns: { running: 1, any: true } });
    setup.campaigns = [aCampaign({ name: 'Dashain' })];
    open();
    const running = await screen.findByRole('region', { name: 'In progress' });
    expect(await within(running).findByText(/40 of 100 done/)).toBeTruthy();
    expect(within(running).getByRole<HTMLProgressElement>('progressbar').value).toBe(0.4);
    setup.campaigns = [aCampaign({ name: 'Dashain', queued: 10, delivered: 74 })];
    await pass(2_000);
    await waitFor(() => expect(running.textContent).toContain('90 of 100 done · 74 delivered'));
    setup.answer.data = aDashboard({ balance: 4_000_000 });
    setup.campaigns = [aCampaign({ name: 'Dashain', status: 'completed', queued: 0, submitted: 0 })];
    await pass(2_000);
    await waitFor(() => expect(figure('Balance')).toContain('40,000.00'));
    // The top bar, which reads the user, says the same.
    await waitFor(() => expect(getUser()?.wallet.balance).toBe(4_000_000));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull());
  });

  it('offers packages to users who may buy them but not top up', async () => {
    setup.campaigns = [];
    signInCustomer((name) => name === 'topup-list');
    setup.answer.data = aDashboard({
      balance: 0,
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      topups: null,
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    const step = within(start).getByRole('link', { name: 'Top up' });
    expect(step.getAttribute('href')).toBe('/packages/sms');
  });

  it('says what failed, offers to try again, and shows the campaigns meanwhile', async () => {
    setup.answer.status = 500;
    open();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('The dashboard could not be loaded');
    expect(textContent).toContain('It broke.');
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    setup.answer.status = 200;
    within(screen.getByRole('alert')).getByRole('button').click();
    await waitFor(() => expect(figure('Sent this month')).toContain('1,200'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('works on a server without this endpoint', async () => {
    setup.answer.status = 404;
    open();
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(figure('Balance')).toContain('Rs.\u00a050,000.00');
    expect(screen.queryByRole('heading', { name: 'Sent this month' })).toBeNull();
  });

  it('shows users without permissions what everybody may see', async () => {
    signInCustomer(() => true);
    setup.answer.data = aDashboard({
      use: null,
      campaigns: null,
      packages: null,
      topups: null,
      senders: null,
    });
    open();
    expect(await screen.findByText('Choose a page from the menu.')).toBeTruthy();
    expect(figure('Balance')).toContain('Rs.\u00a050,000.00');
    expect(screen.queryByRole('link', { name: /Daily consumption|Send Bulk SMS/ })).toBeNull();
    expect(asked('/v1/sms/compose/')).toBe(0);
  });
});

it('staff have the campaigns of all customers, and no wallet', async () => {
  setUser({
    uuid: '01890000-0000-7000-8000-0000000000fd',
    name: 'Bikash Rai',
    email: 'support@demo.test',
    phone: null,
    role: 'support',
    account: {
      uuid: '01890000-0000-7000-8000-0000000000fc',
      name: 'Provider',
      type: 'company',
      kyc_status: 'none',
    },
    wallet: { balance: 0 },
    ui_permissions: [['campaign-list', 'get']],
  });
  open();
  expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
  expect(asked('/v1/core/dashboard/')).toBe(0);
});
