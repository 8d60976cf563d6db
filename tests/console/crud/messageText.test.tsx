import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hideText } from '#schema/messageTexts.ts';
import type { Pair } from '#schema/permissions.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { template } from '../../../src/resources/messaging/templates/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';

const BODY = 'Your code is 4711';
let server: JsonServer;
let status: number;
let body: string;
const asked = () => server.seen.filter(({ url }) => url.endsWith('/text/')).length;

beforeEach(async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  status = 200;
  body = hideText(BODY);
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    if (url.endsWith('/results/')) return response.writeHead(404).end();
    const isText = url.endsWith('/text/');
    response.writeHead(isText ? status : 200, { 'Content-Type': 'application/json' });
    if (isText && status !== 200)
      return response.end(JSON.stringify({ detail: 'It failed.', code: 'internal' }));
    const data = isText ? { text: BODY } : url.endsWith('/profile/') ? getUser() : aCampaign({ body });
    response.end(JSON.stringify({ data }));
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** Opens a campaign's page as staff, or as staff who are signed in as the customer, with these pairs. */
function open(reader: 'support' | 'customer' | 'acting', ...pairs: Pair[]) {
  const user = getUser();
  if (!user) throw new Error('nobody is signed in');
  setUser({
    ...user,
    role: reader === 'support' ? 'support' : 'customer',
    ...(reader === 'acting' && { acting: { name: 'Bikash' } }),
    ui_permissions: [['campaign-list', 'get'], ...pairs].map(([name, verb]) => [
      name as string,
      verb as 'get',
    ]),
  });
  renderConsole(
    [{ name: 'sms', list: <p>list</p>, show: <CampaignShow /> }],
    `/sms/${uuid(800)}/show`,
    server.base,
  );
}
const button = () => screen.queryByRole('button', { name: 'Show text' });

describe('a hidden text', () => {
  it.each(['support', 'acting'] as const)(
    'of %s without the pair says why, and offers nothing',
    async (reader) => {
      open(reader);
      expect(await screen.findByText('Text hidden, 17 characters')).toBeTruthy();
      expect(screen.getByText(/do not have permission to read/)).toBeTruthy();
      expect(button()).toBeNull();
    },
  );

  it('is fetched when it is opened, takes the focus, and says that this was recorded', async () => {
    open('support', ['message-text', 'get']);
    await screen.findByText('Text hidden, 17 characters');
    expect(asked()).toBe(0);
    await userEvent.click(button() as HTMLElement);
    const text = await screen.findByText(BODY);
    await waitFor(() => expect(document.activeElement).toBe(text));
    expect(screen.getByText(/recorded in the audit log/)).toBeTruthy();
    expect(asked()).toBe(1);
  });

  it('that cannot be opened stays, with the reason', async () => {
    status = 500;
    open('support', ['message-text', 'get']);
    await screen.findByText('Text hidden, 17 characters');
    await userEvent.click(button() as HTMLElement);
    expect(await screen.findByText('It failed.')).toBeTruthy();
    expect(button()).toBeTruthy();
  });

  it('is an ordinary text if a customer has written exactly that', async () => {
    open('customer');
    expect(await screen.findByText(body)).toBeTruthy();
    expect(button()).toBeNull();
  });
});

describe('the search of templates names the fields it searches', () => {
  const searchFor = async (acting: boolean) => {
    const user = getUser();
    if (!user) throw new Error('nobody is signed in');
    if (acting) setUser({ ...user, acting: { name: 'Bikash' } });
    const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
    server.handle(({ url }, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const list = pageOf({ uuid: uuid(900), name: 'Code', body, ...times });
      response.end(JSON.stringify(url.endsWith('/profile/') ? { data: getUser() } : list));
    });
    renderConsole([{ name: 'sms/templates', ...template }], '/sms/templates', server.base);
    return (await screen.findByRole('searchbox')).getAttribute('aria-label');
  };

  it('to a customer: names and texts', async () => {
    expect(await searchFor(false)).toBe('Search name, text');
  });

  it('to staff who are signed in as one, whom texts are hidden from: names alone', async () => {
    expect(await searchFor(true)).toBe('Search name');
  });
});
