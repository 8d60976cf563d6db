import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dashboard as Data } from '#schema/dashboard.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser } from '../../../src/core/session.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { watchIntervals } from '../support/intervals.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, pageOf, renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
let answer: { status: number; data: Data };
let campaigns: object[];
let contacts: object[];

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin' });
  signInCustomer();
  answer = { status: 200, data: aDashboard() };
  campaigns = [aCampaign({ status: 'completed' })];
  contacts = [{ uuid: 'x' }];
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const at = new URL(url, server.base);
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (at.pathname === '/v1/core/dashboard/')
      return json(answer.status, answer.status === 200 ? { data: answer.data } : { detail: 'It broke.' });
    if (at.pathname === '/v1/autho/user/profile/')
      return json(200, { data: { ...getUser(), wallet: { balance: answer.data.balance } } });
    if (at.pathname === '/v1/core/contacts/') return json(200, pageOf(...contacts));
    const asked = at.searchParams.get('status__in');
    const found = campaigns.filter(
      ({ status }: { status?: string }) => !asked || asked.includes(status ?? ''),
    );
    return json(200, pageOf(...found));
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

const open = () => renderPage('/', <Dashboard />);
const figure = (label: string) => screen.getByRole('heading', { name: label }).parentElement?.textContent;
const asked = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).length;
const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('a customer’s dashboard', () => {
  it.each([
    ['en', 'Waiting for approval'],
    ['ne', 'स्वीकृतिको प्रतीक्षामा'],
  ] as const)(
    'says in %s of a campaign that waits for approval what its page says',
    async (language, words) => {
      preferences.set({ language });
      campaigns = [aCampaign({ status: 'draft' })];
      open();
      expect((await screen.findByRole('link', { name: /Dues/ })).textContent).toContain(words);
    },
  );

  it('says what is left, what this month has been, and draws the last thirty days with their numbers', async () => {
    open();
    await waitFor(() => expect(figure('Sent this month')).toContain('1,200'));
    expect(figure('Balance')).toContain('Rs.\u00a050,000.00');
    expect(figure('Package parts left')).toContain('250The first package expires on 10 Feb 2026');
    expect(figure('Sent this month')?.replace(/\u00a0/g, ' ')).toContain(
      '1,20092% delivered, 60 failed, Rs. 1,627.20 charged',
    );
    expect(figure('In progress')).toContain('0No campaigns in progress');
    const byDay = screen.getByRole('region', { name: 'Messages of the last 30 days' });
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
    answer.data = aDashboard({ balance: null, topups: null });
    open();
    expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Balance' })).toBeNull();
  });

  it('lists what needs attention, each with one step, in words', async () => {
    answer.data = aDashboard({
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
    answer.data = aDashboard({ campaigns: { running: 1, any: true } });
    campaigns = [aCampaign({ name: 'Dashain' })];
    open();
    const running = await screen.findByRole('region', { name: 'In progress' });
    expect(await within(running).findByText(/40 of 100 done/)).toBeTruthy();
    expect(within(running).getByRole<HTMLProgressElement>('progressbar').value).toBe(0.4);
    campaigns = [aCampaign({ name: 'Dashain', queued: 10, delivered: 74 })];
    await pass(2_000);
    await waitFor(() => expect(running.textContent).toContain('90 of 100 done · 74 delivered'));
    answer.data = aDashboard({ balance: 4_000_000 });
    campaigns = [aCampaign({ name: 'Dashain', status: 'completed', queued: 0, submitted: 0 })];
    await pass(2_000);
    await waitFor(() => expect(figure('Balance')).toContain('40,000.00'));
    // The top bar, which reads the user, says the same.
    await waitFor(() => expect(getUser()?.wallet.balance).toBe(4_000_000));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull());
  });

  it('leads a new account step by step, and does not say twice what the steps say', async () => {
    campaigns = [];
    contacts = [];
    answer.data = aDashboard({
      balance: 0,
      kyc: 'none',
      use: { ...aDashboard().use!, operators: [] },
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      senders: { approved: 0, pending: 0 },
      attention: [
        { code: 'kyc_missing' },
        { code: 'low_balance', balance: 0, threshold: 10_000 },
        { code: 'no_sender' },
      ],
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    expect(links(start).map(([, href]) => href)).toEqual([
      '/kyc',
      '/sms/sender-identities',
      '/wallet/topup-history/create',
      '/contact',
      '/sms/bulk-sms',
    ]);
    expect(screen.queryByRole('heading', { name: 'Needs your attention' })).toBeNull();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('says since when a step waits and how long it usually takes, as far as it is known', async () => {
    campaigns = [];
    contacts = [];
    answer.data = aDashboard({
      balance: 0,
      kyc: 'pending',
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      topups: { pending: 1, amount: 50_000 },
      senders: { approved: 0, pending: 1 },
      onboarding: {
        since: { kyc: '2026-01-30T06:00:00Z', sender: '2026-01-29T06:00:00Z', topup: null },
        usual: { kyc: 5 * 3600 - 60, sender: 70 * 3600, topup: 600 },
        contacts: true,
      },
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    const said = (step: string) => start.querySelector(`[data-step="${step}"] p`)?.textContent?.trim();
    expect(said('identity')).toMatch(
      /under review\. Waiting since 30 Jan 2026.*11:45.*\. This usually takes up to 5 hours\.$/,
    );
    expect(said('sender')).toMatch(/Waiting since 29 Jan 2026.*This usually takes up to 3 days\.$/);
    expect(said('topup')).toBe('Your top-up awaits confirmation. This usually takes less than an hour.');
    // The server knows which contacts are samples.
    expect(start.querySelector('[data-step="contacts"]')?.getAttribute('data-state')).toBe('done');
    expect(asked('/v1/core/contacts/')).toBe(0);
  });

  it('shows each step with its state, and says what waits for the provider', async () => {
    campaigns = [];
    answer.data = aDashboard({
      balance: 0,
      kyc: 'pending',
      use: null,
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      topups: { pending: 1, amount: 50_000 },
      senders: { approved: 0, pending: 1 },
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    await waitFor(() => expect(start.textContent).toContain('1 of 5 completed.'));
    const steps = within(start).getAllByRole('listitem');
    expect(steps.map(({ dataset }) => [dataset.step, dataset.state])).toEqual([
      ['identity', 'waiting'],
      ['sender', 'waiting'],
      ['topup', 'waiting'],
      ['contacts', 'done'],
      ['send', 'open'],
    ]);
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Your identity documents are under review.'),
      expect.stringContaining('Your sender ID awaits approval.'),
      expect.stringContaining('Your top-up awaits confirmation.'),
      expect.stringContaining('Done'),
      expect.stringContaining('To do'),
    ]);
    // A step that is done has no action, every other one.
    expect(steps.map((step) => within(step).queryAllByRole('link').length)).toEqual([1, 1, 1, 0, 1]);
  });

  it('offers packages to users who may buy them but not top up', async () => {
    campaigns = [];
    signInCustomer((name) => name === 'topup-list');
    answer.data = aDashboard({
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

  it('hides the guide until it is asked for again, and says meanwhile what needs attention', async () => {
    campaigns = [];
    answer.data = aDashboard({
      campaigns: { running: 0, any: false },
      senders: { approved: 0, pending: 0 },
      attention: [{ code: 'no_sender' }],
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Hide this guide' }));
    expect(await screen.findByRole('region', { name: 'Needs your attention' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Send your first campaign' })).toBeNull();
    cleanup();
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show first steps' }));
    expect(await screen.findByRole('region', { name: 'Send your first campaign' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull();
  });

  it('says what failed, offers to try again, and shows the campaigns meanwhile', async () => {
    answer.status = 500;
    open();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('The dashboard could not be loaded');
    expect(textContent).toContain('It broke.');
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    answer.status = 200;
    within(screen.getByRole('alert')).getByRole('button').click();
    await waitFor(() => expect(figure('Sent this month')).toContain('1,200'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('works on a server without this endpoint', async () => {
    answer.status = 404;
    open();
    expect(await screen.findByRole('link', { name: /Dues/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(figure('Balance')).toContain('Rs.\u00a050,000.00');
    expect(screen.queryByRole('heading', { name: 'Sent this month' })).toBeNull();
  });

  it('shows users without permissions what everybody may see', async () => {
    signInCustomer(() => true);
    answer.data = aDashboard({ use: null, campaigns: null, packages: null, topups: null, senders: null });
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
