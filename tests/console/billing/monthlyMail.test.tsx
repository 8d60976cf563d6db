import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportMail } from '#schema/reportMail.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { OwnReportsPage } from '../../../src/resources/billing/reports/ReportsPage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
let mail: ReportMail | null;
let refuses: boolean;
beforeAll(async () => {
  server = await startJsonServer();
  server.handle(({ url, method, body }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (!url.includes('/mail/'))
      return end(200, { data: { rows: [], total: {}, count: 0, is_counting: false, account_name: null } });
    if (!mail) return end(404, { detail: 'Not here.' });
    if (method !== 'GET' && refuses) return end(403, { detail: 'You may not.' });
    if (method !== 'GET')
      mail = { ...mail, calendar: method === 'PUT' ? JSON.parse(String(body)).calendar : null };
    return end(200, { data: mail });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  pointTo(server.base);
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInCustomer();
  server.seen.length = 0;
  refuses = false;
  mail = { calendar: null, email: 'me@example.com', can_send: true };
});
afterEach(() => {
  cleanup();
  endSession();
});

const open = () => renderPage('/reports', <OwnReportsPage />, '/reports');
const choice = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Send me last month’s report' });
const writes = () =>
  server.seen.flatMap(({ method, url, body }) =>
    method === 'GET' ? [] : [[method, url, body ? JSON.parse(String(body)) : undefined]],
  );
const PATH = '/v1/core/reports/mail/';

describe('the choice of the monthly mail', () => {
  test('is switched on and off, and says where it is sent', async () => {
    open();
    expect((await choice()).checked).toBe(false);
    screen.getByText(/me@example.com gets the totals/);
    await userEvent.click(await choice());
    await waitFor(async () => expect((await choice()).checked).toBe(true));
    await userEvent.selectOptions(await screen.findByLabelText('Months'), 'Bikram Sambat');
    await waitFor(() => expect(mail?.calendar).toBe('bs'));
    await waitFor(async () => expect((await choice()).disabled).toBe(false));
    await userEvent.click(await choice());
    await waitFor(async () => expect((await choice()).checked).toBe(false));
    expect(writes()).toEqual([
      ['PUT', PATH, { calendar: 'ad' }],
      ['PUT', PATH, { calendar: 'bs' }],
      ['DELETE', PATH, undefined],
    ]);
  });

  test('begins with the reader’s calendar, and shows a refusal', async () => {
    preferences.set({ calendar: 'both' });
    refuses = true;
    open();
    await userEvent.click(await choice());
    await waitFor(() => expect(writes()).toEqual([['PUT', PATH, { calendar: 'bs' }]]));
    expect((await choice()).checked).toBe(false);
  });

  test('says that the server cannot send it; switching off stays possible', async () => {
    mail = { calendar: null, email: 'me@example.com', can_send: false };
    open();
    expect((await choice()).disabled).toBe(true);
    screen.getByText(/no mail server yet/);
    cleanup();
    mail = { ...mail, calendar: 'ad' };
    open();
    expect((await choice()).disabled).toBe(false);
  });

  test('is not there for another API: no request without the feature, and nothing without an answer', async () => {
    pointTo(server.base, ['reports']);
    open();
    await screen.findByText('Choose other days or remove a filter.');
    expect(server.seen.filter(({ url }) => url.includes('mail'))).toEqual([]);
    cleanup();
    pointTo(server.base);
    mail = null;
    open();
    await waitFor(() => expect(server.seen.some(({ url }) => url.includes('mail'))).toBe(true));
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
