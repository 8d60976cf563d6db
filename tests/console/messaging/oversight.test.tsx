import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { CampaignList } from '../../../src/resources/messaging/campaigns/CampaignList.tsx';
import { oversight as oversightResource } from '../../../src/resources/messaging/oversight/index.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const flag = {
  threshold: 20,
  longest: 45,
  numbers: 70,
  count: 2,
  runs: [
    { first: '+9779841000001', last: '+9779841000045', numbers: 45 },
    { first: '+9779801000001', last: '+9779801000025', numbers: 25 },
  ],
};
const overseen = (change: Record<string, unknown> = {}) => ({
  ...aCampaign(),
  account: uuid(1),
  account_name: 'Terai Mills',
  user: uuid(2),
  maker: 'Ram Yadav',
  flagged: false,
  flag: null,
  attention: 0,
  held: false,
  decided_by: null,
  decided_at: null,
  ...change,
});
const waiting = (change: Record<string, unknown> = {}) =>
  overseen({ status: 'draft', attention: 2, queued: 100, submitted: 0, delivered: 0, ...change });

let server: JsonServer;
let campaign: ReturnType<typeof overseen>;
let reply: { status: number; body: unknown };

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const end = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (method === 'POST') return end(reply.status, reply.body);
    if (url.includes('/summary/')) return end(200, { data: { waiting: 3, flagged: 1 } });
    return url.includes('?') ? end(200, pageOf(campaign)) : end(200, { data: campaign });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInStaff('admin');
  server.seen.length = 0;
  campaign = waiting();
  reply = { status: 200, body: { data: campaign } };
});
afterEach(() => {
  cleanup();
  endSession();
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
});

const open = (where = '') => ({
  ...renderConsole(
    [{ name: 'admin/campaigns', ...oversightResource }],
    `/admin/campaigns${where}`,
    server.base,
  ),
  hand: userEvent.setup(),
});
const show = async () => {
  const page = open(`/${campaign.uuid}/show`);
  await screen.findByRole('heading', { level: 1, name: 'Dues' });
  return page;
};
const press = (name: string) => screen.getByRole('button', { name });
const posted = () => server.seen.filter(({ method }) => method === 'POST');

describe('the list', () => {
  test('lists campaigns that need attention first, and shows account, flag and progress', async () => {
    campaign = waiting({ flagged: true, flag, attention: 3 });
    open();
    expect(await screen.findByText('Terai Mills', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText('45 consecutive')).toBeTruthy();
    expect(screen.getAllByText('Waiting for approval').length).toBeGreaterThan(0);
    const asked = server.seen.find(({ url }) => url.includes('?'))?.url;
    expect(asked).toContain('ordering=-attention');
  });

  test('counts what waits and what is flagged; pressing filters by it, and again no more', async () => {
    const { hand } = open();
    const button = await screen.findByRole('button', { name: '3 need approval' });
    await hand.click(button);
    await waitFor(() => expect(server.seen.some(({ url }) => url.includes('status=draft'))).toBe(true));
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await hand.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
    await hand.click(screen.getByRole('button', { name: '1 flagged and not finished' }));
    await waitFor(() => expect(server.seen.some(({ url }) => url.includes('flagged=true'))).toBe(true));
  });
});

const costs = () =>
  [...document.querySelectorAll('.cost')].map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '));

describe.each([
  ['customers and staff read', () => ({ name: 'sms', list: <CampaignList /> })],
  ['staff oversee', () => ({ name: 'admin/campaigns', ...oversightResource })],
] as const)('the cost in the list that %s', (_, resource) => {
  test.each([
    ['sending', {}, 'Held Rs. 135.60'],
    ['cancelled', { captured: 0, released: 13_560 }, 'Rs. 0.00'],
    ['completed', { captured: 13_153, released: 407 }, 'Rs. 131.53'],
    ['completed', { captured: 13_000, released: 407 }, 'Rs. 130.00Held Rs. 1.53'],
  ])('of a %s campaign %o is %s', async (status, moved, shown) => {
    campaign = overseen({ status, ...moved });
    const { name } = resource();
    renderConsole([resource()], `/${name}`, server.base);
    await screen.findByText('Dues', {}, { timeout: 10_000 });
    expect(costs()).toEqual([shown]);
  });
});

describe('a campaign', () => {
  test('that is flagged shows its runs, who made it and what it says', async () => {
    campaign = waiting({ flagged: true, flag, attention: 3 });
    await show();
    const card = within(screen.getByRole('region', { name: 'Consecutive numbers' }));
    expect(card.getByText(/70 of 100 numbers are consecutive, in 2 runs\. The longest has 45/)).toBeTruthy();
    for (const end of ['+977 9841000001', '+977 9841000045']) expect(card.getByText(end)).toBeTruthy();
    expect(card.getByText('45 numbers')).toBeTruthy();
    expect(screen.getByText('Ram Yadav')).toBeTruthy();
    expect(screen.getByText('Hello')).toBeTruthy();
  });

  test('is approved once, after the dialog, under a key', async () => {
    const { hand } = await show();
    await hand.click(press('Approve'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/100 messages of Terai Mills are sent for Rs\. 135\.60/)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('“Dues” is approved.')).toBeTruthy();
    expect(posted()).toHaveLength(1);
    expect(posted()[0]?.url).toBe(`/v1/admin/campaigns/${campaign.uuid}/approve/`);
    expect(posted()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps its key until an answer says something of the first request', async () => {
    const { hand } = await show();
    await hand.click(press('Approve'));
    const dialog = within(await screen.findByRole('dialog'));
    for (const status of [502, 429, 200]) {
      reply = { status, body: status === 200 ? { data: campaign } : { detail: `No ${status}` } };
      await hand.click(dialog.getByRole('button', { name: 'Approve' }));
      await screen.findByText(status === 200 ? '“Dues” is approved.' : new RegExp(`No ${status}`));
      // A refusal before the key says nothing about the first request.
      if (status !== 200) expect(screen.getByText('We could not confirm your decision')).toBeTruthy();
    }
    expect(new Set(posted().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('keeps its key and its dialog while the first request may still be running', async () => {
    const { hand } = await show();
    const approve = async () => {
      await hand.click(press('Approve'));
      const dialog = within(await screen.findByRole('dialog'));
      await hand.click(dialog.getByRole('button', { name: 'Approve' }));
      return dialog;
    };
    reply = { status: 409, body: { detail: 'Wait for its answer.', code: 'in_flight' } };
    const dialog = await approve();
    await dialog.findByText('We could not confirm your decision');
    await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    reply = { status: 200, body: { data: campaign } };
    await approve();
    await screen.findByText('“Dues” is approved.');
    const keys = posted().map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('is rejected with a reason and not without', async () => {
    const { hand } = await show();
    await hand.click(press('Reject'));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText('Reason');
    await hand.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(posted()).toHaveLength(0);
    reply = {
      status: 400,
      body: { detail: 'Not valid.', code: 'invalid', errors: { reason: ['Too plain.'] } },
    };
    await hand.type(field, ' Say who you are ');
    await hand.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText('Too plain.')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(JSON.parse(posted()[0]?.body ?? '')).toEqual({ reason: 'Say who you are' });
  });

  test('that somebody else has decided meanwhile says so and shows the newest state', async () => {
    const { hand } = await show();
    await hand.click(press('Approve'));
    const detail = 'This campaign no longer needs a decision. Reload the page to see its current state.';
    reply = { status: 409, body: { detail, code: 'conflict' } };
    campaign = overseen({ status: 'failed', error: 'Not yours', cancelled: 60, queued: 0 });
    await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(await screen.findByText(/Not approved\. Nothing was sent\. Reason: Not yours/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('is not approved by the person who created it', async () => {
    campaign = waiting({ user: getUser()?.uuid });
    await show();
    expect(screen.getByText(/You created this campaign/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('is read-only for support', async () => {
    signInStaff('support');
    await show();
    expect(screen.getByText(/Only an administrator can decide/)).toBeTruthy();
    for (const name of ['Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    ['sending', false, ['Stop', 'Pause']],
    ['paused', true, ['Stop', 'Resume']],
    ['paused', false, ['Stop']],
    ['scheduled', false, ['Stop']],
    ['completed', false, []],
  ] as const)('that is %s (held: %s) offers %j', async (status, held, offered) => {
    campaign = overseen({ status, held, finished_at: status === 'completed' ? campaign.created_at : null });
    await show();
    const all = ['Approve', 'Reject', 'Stop', 'Pause', 'Resume'];
    expect(all.filter((name) => screen.queryByRole('button', { name }) !== null).sort()).toEqual(
      [...offered].sort(),
    );
  });
});

describe('a campaign whose sender ID an operator has not approved', () => {
  test('says what waits and why, and leads to the sender ID', async () => {
    campaign = overseen({ status: 'sending', sender: 'HIMAL', unapproved_by: ['ncell', 'newcell'] });
    await show();
    expect(screen.getByText(/^Messages to Ncell, newcell wait because the sender ID HIMAL/)).toBeTruthy();
    const href = screen.getByRole('link', { name: 'See sender ID' }).getAttribute('href') ?? '';
    expect(new URL(href, 'http://x').searchParams.get('filter')).toBe('{"q":"HIMAL"}');
  });

  test.each([undefined, null, []])('says nothing of %o, as other APIs answer', async (unapproved_by) => {
    campaign = overseen({ status: 'sending', unapproved_by });
    await show();
    expect(screen.queryByText(/not approved there/)).toBeNull();
  });
});
