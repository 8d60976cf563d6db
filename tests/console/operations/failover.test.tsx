import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import type { Failover } from '#schema/failover.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { FailoverPage } from '../../../src/resources/operations/failover/FailoverPage.tsx';
import { DatabaseAlert } from '../../../src/resources/operations/operatorLinks/DatabaseAlert.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const PATH = '/v1/admin/failover/';
let server: JsonServer;
let failover: Failover | null;
let refusal: object | undefined;
const aFailover = (change: Partial<Failover> = {}): Failover => ({
  uuid: uuid(900),
  is_other_cluster: true,
  messages: 2500,
  pending: 0,
  is_beyond_memory: false,
  noticed_at: '2026-11-24T04:15:00Z',
  resumed_at: null,
  resumed_by: null,
  missing: [],
  campaigns: [],
  ...change,
});
const lost = {
  ...{ uuid: uuid(901), account: 'Himal Traders', name: 'Dashain', recipients: 500, cost: 67_800 },
  ...{ accepted_at: '2026-11-24T04:14:30+00:00', handed: 120 },
};

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (!url.startsWith(PATH)) return end(200, { data: getUser() });
    if (method === 'POST') {
      if (refusal) return end(409, refusal);
      failover = aFailover({ resumed_at: '2026-11-24T04:20:00Z', resumed_by: 'Asha Gurung' });
    }
    end(200, { data: failover });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', digits: 'latin' });
  signInStaff('admin');
  server.seen.length = 0;
  refusal = undefined;
  failover = aFailover();
});
afterEach(() => {
  cleanup();
  endSession();
});
const open = () => renderPage('/admin/failover', <FailoverPage />);
const posts = () => server.seen.filter(({ method }) => method === 'POST');
const text = () => document.querySelector('.failover')?.textContent?.replace(/\u00a0/g, ' ') ?? '';

describe('the page after a failover', () => {
  test('lists what was lost: messages, campaigns with their account, and processes that have not reported', async () => {
    failover = aFailover({
      campaigns: [lost],
      pending: 3,
      is_beyond_memory: true,
      missing: [{ role: 'worker', host: 'sms-2', pid: 77, seen_at: '2026-11-24T04:14:00+00:00' }],
    });
    open();
    expect(await screen.findByText(/2,500 messages were sent but are missing in the database/)).toBeTruthy();
    expect(text()).toContain('Sending has been stopped since 24 Nov 2026, 10:00');
    expect(text()).toContain('3 more become Unknown');
    expect(text()).toContain('More was lost than the server recorded');
    expect(screen.getByText('sms-2, process 77')).toBeTruthy();
    const item = screen.getByText('Dashain').closest('li') as HTMLElement;
    expect(within(item).getByText('Himal Traders')).toBeTruthy();
    expect(within(item).getByText('120')).toBeTruthy();
    expect(item.textContent).toContain('678.00');
  });

  test('resumes once it is confirmed, and says by whom', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Resume sending' }));
    expect(posts()).toHaveLength(0);
    const dialog = await screen.findByRole('dialog');
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Resume sending' }));
    expect(await screen.findByText(/Sending was resumed on .* by Asha Gurung/)).toBeTruthy();
    expect(posts().map(({ url }) => url)).toEqual([`${PATH}resume/`]);
    // The dialog may still be closing.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume sending' })).toBeNull());
  });

  test('says why the server does not resume', async () => {
    refusal = { detail: 'Sending is not stopped.', code: 'conflict' };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Resume sending' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resume sending' }));
    expect(await screen.findByText('Sending is not stopped.')).toBeTruthy();
  });

  test('has something to say where there never was one', async () => {
    failover = null;
    open();
    expect(await screen.findByText('Sending was never stopped')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume sending' })).toBeNull();
  });
});

describe('the alarm for staff', () => {
  const alarm = (database?: DashboardSummary['database']) =>
    renderPage('/', <DatabaseAlert database={database} />);

  test('leads an administrator to the page, and sends others to one', async () => {
    alarm({ stopped_at: '2026-11-24T04:15:00Z', standby: 'none' });
    const link = await screen.findByRole('link', { name: 'See what was lost and resume' });
    expect(link.getAttribute('href')).toBe('/admin/failover');
    cleanup();
    signInStaff('support');
    alarm({ stopped_at: '2026-11-24T04:15:00Z', standby: 'none' });
    expect(await screen.findByText(/An administrator must check/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('warns of a standby that may be behind, or that holds up changes, and is silent otherwise', async () => {
    alarm({ stopped_at: null, standby: 'asynchronous' });
    expect(await screen.findByText('The standby database may be behind')).toBeTruthy();
    cleanup();
    alarm({ stopped_at: null, standby: 'waiting' });
    expect(await screen.findByText('Changes are waiting for the standby database')).toBeTruthy();
    cleanup();
    for (const database of [{ stopped_at: null, standby: 'synchronous' } as const, undefined]) {
      alarm(database);
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      cleanup();
    }
  });
});
