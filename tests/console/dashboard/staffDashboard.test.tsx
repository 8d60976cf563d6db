import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askAhead } from '../../../src/core/ahead.ts';
import { RECENT } from '../../../src/core/dashboardPaths.ts';
import { entityOf } from '../../../src/core/entities.ts';
import { http } from '../../../src/core/http.ts';
import { listPath } from '../../../src/core/paths.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSummary, signInStaff } from '../support/linksData.ts';
import { aCampaign, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
let answer: { status: number; data: Partial<ReturnType<typeof aSummary>>; isBare?: boolean };

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en', digits: 'latin' });
  signInStaff('admin');
  answer = { status: 200, data: aSummary() };
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (!url.startsWith('/v1/admin/dashboard-summary/'))
      return json(200, pageOf(aCampaign({ status: 'completed' })));
    if (answer.status !== 200) return json(answer.status, { detail: 'It broke.' });
    return json(200, answer.isBare ? answer.data : { data: answer.data });
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

const open = () => renderPage('/', <Dashboard />);
const figure = async (label: string): Promise<HTMLElement> => {
  const card = (await screen.findByRole('heading', { name: label })).parentElement as HTMLElement;
  await waitFor(() => expect(card.querySelector('.MuiSkeleton-root')).toBeNull());
  return card;
};
const target = (within_: HTMLElement): [string, unknown] => {
  const url = new URL(within(within_).getByRole('link').getAttribute('href') ?? '', 'http://x');
  return [url.pathname, JSON.parse(url.searchParams.get('filter') ?? 'null')];
};

describe('the staff’s dashboard', () => {
  it('counts what waits for a decision, and leads to each queue with its filter', async () => {
    open();
    expect(target(await figure('KYC to review'))).toEqual(['/kyc', { status: 'pending' }]);
    const payments = await figure('Credit requests');
    expect(payments.textContent?.replace(/\u00a0/g, ' ')).toContain('3Rs. 4,500.00 in total');
    expect(target(payments)).toEqual(['/admin/payment-references', { status: 'pending' }]);
    expect(target(await figure('Campaigns to approve'))).toEqual(['/admin/campaigns', { status: 'draft' }]);
    expect((await figure('Sender IDs to review')).textContent).toContain('0Nothing to do');
    expect(target(await figure('Users'))).toEqual(['/users', null]);
    expect((await figure('Accounts')).textContent).toContain('7');
  });

  it('asks once for campaigns that have come ahead, although they move when the figures come', async () => {
    await askAhead(listPath(entityOf('sms'), RECENT), http);
    renderAdmin({
      dataProvider: createDataProvider(http),
      address: '/',
      pages: <Route path="/" element={<Dashboard />} />,
      around: ({ children }) => children,
    });
    expect(screen.getByRole('link', { name: /Dues/ })).toBeTruthy();
    await screen.findByRole('region', { name: 'Operator links' });
    await http.json('/v1/last/');
    expect(server.seen.filter(({ url }) => url.startsWith('/v1/sms/compose/'))).toHaveLength(1);
  });

  it('tells the links’ state, pace and delivery, and draws messages and money with their numbers', async () => {
    open();
    const links = await screen.findByRole('region', { name: 'Operator links' });
    expect(links.textContent).toMatch(/ncell-1.*Connected.*Ncell.*1,200.*90% of 1,000/);
    const money = screen.getByRole('region', { name: 'Charged in the last 30 days (Rs.)' });
    const last = [...money.querySelectorAll('tbody tr')].at(-1);
    expect([...(last?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '30 Jan 2026',
      '1,356.00',
    ]);
    const days = screen.getByRole('region', { name: 'Messages of the last 30 days' });
    expect(within(days).getByRole('figure').textContent).toContain('1,000 sent: 900 delivered, 50 failed.');
    expect(within(days).queryByRole('link')).toBeNull();
  });

  describe('of a new provider', () => {
    const nothing = {
      ...{ brand: false, operator: 'none' as const, price: false, tax: false },
      ...{ payments: false, mail: false, customer: false },
    };
    const steps = async () =>
      within(await screen.findByRole('region', { name: 'Set up your service' })).getAllByRole('listitem');

    it('names every missing piece with where it is done, or its variables', async () => {
      answer.data = aSummary({ links: [], setup: nothing });
      open();
      const found = (await steps()).map((step) => [
        step.dataset.step,
        step.dataset.state,
        within(step).queryByRole('link')?.getAttribute('href') ??
          [...step.querySelectorAll('code')].map(({ textContent }) => textContent),
      ]);
      expect(found).toEqual([
        ['brand', 'open', '/admin/settings/brand'],
        ['operator', 'open', '/admin/operator-links/create'],
        ['price', 'open', '/admin/product-pricing/create'],
        ['tax', 'open', '/admin/settings/billing'],
        ['payments', 'open', '/admin/settings/billing'],
        ['mail', 'open', '/admin/settings/mail'],
        ['customer', 'open', '/admin/accounts/create'],
      ]);
      // The steps say it already.
      expect(screen.queryByText('No operator is connected')).toBeNull();
    });

    it('lets an administrator keep the price that the server started with', async () => {
      const default_price = { uuid: uuid(7), price: 135.6 };
      answer.data = aSummary({ setup: { ...nothing, default_price } });
      open();
      const step = (await steps()).find(({ dataset }) => dataset.step === 'price') as HTMLElement;
      expect(step.textContent).toContain('Customers pay Rs.\u00a01.356 per part');
      answer.data = aSummary({ setup: { ...nothing, price: true, default_price } });
      await userEvent.click(within(step).getByRole('button', { name: /^Keep Rs\.\s1\.356$/ }));
      expect(await screen.findByText(/^The price is confirmed: Rs\.\s1\.356 per part\.$/)).toBeTruthy();
      await waitFor(() => expect(step.dataset.state).toBe('done'));
      const sent = server.seen.filter(({ method }) => method === 'POST').map(({ url }) => url);
      expect(sent).toEqual([`/v1/admin/product-pricing/${uuid(7)}/confirm/`]);
    });

    it.each([
      ['down', '/admin/operator-links'],
      ['tested', undefined],
    ] as const)('leads on from an operator that is %s', async (operator, path) => {
      answer.data = aSummary({ setup: { ...nothing, operator } });
      open();
      const step = (await steps()).find(({ dataset }) => dataset.step === 'operator') as HTMLElement;
      expect(within(step).queryByRole('link')?.getAttribute('href')).toBe(path);
      expect(step.dataset.state).toBe(path ? 'open' : 'done');
    });

    it('shows no steps when nothing is missing, and none to support', async () => {
      answer.data = aSummary({ setup: null });
      open();
      await figure('Users');
      expect(screen.queryByRole('region', { name: 'Set up your service' })).toBeNull();
      cleanup();
      signInStaff('support');
      answer.data = aSummary({ setup: nothing });
      open();
      await figure('Users');
      expect(screen.queryByRole('region', { name: 'Set up your service' })).toBeNull();
    });
  });

  it('names the operators whose messages do not go out', async () => {
    const oldest_at = '2026-01-30T03:00:00.000Z';
    const operators = [
      { operator: 'ncell' as const, count: 5, count_is_minimum: false, oldest_at, reason: 'paused' as const },
    ];
    answer.data = aSummary({ queue: { waiting: 5, oldest_at, operators } });
    open();
    const queue = await screen.findByRole('region', { name: 'Queued messages' });
    expect(queue.textContent).toContain('Every link that serves Ncell is paused.');
    expect(queue.textContent).toContain('Oldest since');
  });

  it('of a new server says what to do first', async () => {
    answer.data = aSummary({
      links: [],
      campaigns: { draft: 0, running: 0, any: false },
      use: { days: aSummary().use.days, operators: [] },
    });
    open();
    expect(await screen.findByText('Nothing has been sent yet')).toBeTruthy();
    expect(screen.getByText('No operator is connected')).toBeTruthy();
    expect(screen.getByText(/plan campaigns but not send them.*SIMULATOR=on/)).toBeTruthy();
    const add = screen.getByRole('link', { name: 'Add an operator link' });
    expect(add.getAttribute('href')).toBe('/admin/operator-links/create');
    expect(screen.getByText('No messages are queued.')).toBeTruthy();
  });

  it('is the same for support staff, without what they may not do', async () => {
    signInStaff('support');
    answer.data = aSummary({ links: [] });
    open();
    expect(await screen.findByText('No operator is connected')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add an operator link' })).toBeNull();
    expect(target(await figure('KYC to review'))).toEqual(['/kyc', { status: 'pending' }]);
  });

  it('has its figures’ names and places while their numbers are loading', async () => {
    const release = server.hold();
    open();
    const labels = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(labels()).toContain('KYC to review'));
    const before = labels().filter((label) => label !== 'Latest campaigns');
    release();
    expect((await figure('Users')).textContent).toContain('12');
    expect(labels()).toEqual(expect.arrayContaining(before));
  });

  it.each([true, false])('of another API has the figures that it gives, by itself: %s', async (isBare) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const theirs = { users: '12', accounts: 7, pending_kyc: null, links: null, use: {}, queue: 'none' };
    answer = { status: 200, data: theirs as never, isBare };
    open();
    expect((await figure('Users')).textContent).toContain('12');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Users', 'Accounts', 'Latest campaigns']);
    expect(screen.queryByText('No operator is connected')).toBeNull();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    // jsdom does not know <search>, of which React tells once a process.
    expect(quiet.mock.calls.filter(([, tag]) => tag !== 'search')).toEqual([]);
    quiet.mockRestore();
  });

  it('names a card that breaks, and keeps the others', async () => {
    answer.data = { ...aSummary(), queue: { waiting: 0 } } as unknown as typeof answer.data;
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    open();
    expect(await screen.findByText('Queued messages could not be loaded')).toBeTruthy();
    expect((await figure('Users')).textContent).toContain('12');
    expect(screen.getByRole('region', { name: 'Messages of the last 30 days' })).toBeTruthy();
    quiet.mockRestore();
  });

  it('says so when the numbers cannot be loaded, and tries again', async () => {
    answer.status = 500;
    open();
    expect(await screen.findByText('It broke.')).toBeTruthy();
    expect(screen.getByText('The dashboard could not be loaded')).toBeTruthy();
    // The rest of the page is there all the same.
    expect(document.querySelector('search input')).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Latest campaigns' })).toBeTruthy();
    answer.status = 200;
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await figure('Users')).toBeTruthy();
  });
});
