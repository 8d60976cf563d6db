import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { message } from '#schema/message.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { messagesPath } from '../../../src/resources/messaging/campaigns/progress.ts';
import { draftOfCampaign } from '../../../src/resources/messaging/compose/prefill.ts';
import { MessageShow } from '../../../src/resources/messaging/messages/MessageShow.tsx';
import { Use } from '../../../src/resources/messaging/viberIdentities/Use.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, renderPage, uuid } from '../support/messagingConsole.tsx';
import { setUpCampaigns } from './campaignsSetup.tsx';

/** The names of a record's fields, as they are shown. */
const names = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
const shownAs = (name: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent;

describe('a campaign over Viber', () => {
  const setup = setUpCampaigns();
  const channel = (of: 'viber' | 'sms', change: object) => ({
    ...{ channel: of, messages: 10, sent: 10, delivered: 6, read: 2, failed: 1, waiting: 0 },
    ...change,
  });

  test('says its channel, identity and minutes, and its results by channel: reads only of Viber', async () => {
    setup.record = aCampaign({ channel: 'viber', viber: 'Himal Offers', fallback_minutes: 15 });
    setup.results = {
      ...setup.results,
      channels: [channel('viber', { waiting: 3 }), channel('sms', { read: 0 })],
    };
    setup.open();
    const card = await screen.findByRole('region', { name: 'By channel' });
    const rows = within(card)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Channel', 'Messages', 'Delivered', 'Read', 'Failed', 'Waiting for Viber'],
      ['Viber', '10', '6', '2', '1', '3'],
      ['SMS', '10', '6', '–', '1', '0'],
    ]);
    expect(['Channel', 'Viber identity', 'SMS after (minutes)'].map(shownAs)).toEqual([
      ...['Viber', 'Himal Offers', '15'],
    ]);
  });

  test('one of SMS says none of it, also if the server sends an empty list', async () => {
    setup.record = aCampaign({ channel: 'sms', viber: null, fallback_minutes: null });
    setup.results = { ...setup.results, channels: [] };
    setup.open();
    await screen.findByRole('heading', { name: 'Dues' });
    await waitFor(() => expect(setup.server.seen.some(({ url }) => url.endsWith('/results/'))).toBe(true));
    expect(screen.queryByText('By channel')).toBeNull();
    expect(names()).not.toContain('Channel');
    expect(names()).not.toContain('Viber identity');
  });

  test('the link of what is queued also finds what Viber has and whose SMS may follow', () => {
    const filterOf = (change: Record<string, unknown>, outcome: 'queued' | 'submitted') =>
      JSON.parse(
        new URLSearchParams(messagesPath(aCampaign(change) as never, outcome).split('?')[1]).get('filter') ??
          '',
      ).status;
    expect(filterOf({ fallback_minutes: 15 }, 'queued')).toEqual(['queued', 'submitting', 'submitted']);
    expect(filterOf({ fallback_minutes: 15 }, 'submitted')).toBe('submitted');
    expect(filterOf({ fallback_minutes: null }, 'queued')).toEqual(['queued', 'submitting']);
    expect(filterOf({}, 'queued')).toEqual(['queued', 'submitting']);
  });

  test('a copy has its channel, the name of its identity and its minutes; of SMS nothing', () => {
    const copied = (change: Record<string, unknown>) => draftOfCampaign(aCampaign(change) as never);
    const viber = { channel: 'viber', viber: 'Himal Offers' };
    expect(copied({ ...viber, fallback_minutes: 7 })).toMatchObject({
      ...{ channel: 'viber', viber: '', viberName: 'Himal Offers', fallback: '7' },
    });
    expect(copied({ ...viber, fallback_minutes: null })).toMatchObject({ fallback: 'none' });
    expect(copied({ channel: 'sms', viber: null })).not.toHaveProperty('channel');
    expect(copied({ channel: 'viber' })).not.toHaveProperty('channel');
  });
});

describe('a message', () => {
  const time = '2026-01-02T03:04:05Z';
  let change: object;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeEach(async () => {
    preferences.set({ language: 'en', calendar: 'ad' });
    signInCustomer();
    const record = {
      ...{ uuid: uuid(1), campaign: uuid(2), account: uuid(3), row: null, phone: '+9779841000001' },
      ...{ operator: 'ntc', text: 'Hello', parts: 1, status: 'delivered', operator_id: 'x', error: null },
      ...{ submitted_at: time, finished_at: time, created_at: time, updated_at: time },
    };
    api = await startApi(() => ({ body: { data: { ...record, ...change } } }));
  });
  afterEach(async () => {
    cleanup();
    await api.close();
  });
  const open = async () => {
    renderConsole(
      [{ name: message.name, list: <p>list</p>, show: <MessageShow /> }],
      `/sms/dispatch/${uuid(1)}/show`,
      api.base,
    );
    await screen.findByText('Hello');
  };
  const HANDED = 'Sent over Viber';
  const OWN = ['Channel', 'Viber message before the SMS', 'Read in Viber', HANDED];
  const shownOf = () => OWN.filter((name) => names().includes(name));

  test('over Viber says so, and when it was read', async () => {
    change = { channel: 'viber', viber_status: 'submitted', viber_at: time, read_at: time };
    await open();
    expect(shownOf()).toEqual(['Channel', 'Read in Viber']);
    expect(shownAs('Channel')).toBe('Viber');
    expect(shownAs('Read in Viber')).toMatch(/2026/);
  });

  test('that Viber has and whose SMS may follow says since when', async () => {
    change = {
      channel: 'viber',
      status: 'submitted',
      submitted_at: null,
      viber_status: 'submitted',
      viber_at: time,
    };
    await open();
    expect(shownOf()).toEqual(['Channel', HANDED]);
  });

  test('that fell back says what the Viber message was', async () => {
    change = { channel: 'sms', viber_status: 'rejected', viber_error: 'NO_VIBER', viber_at: null };
    await open();
    expect(shownOf()).toEqual(['Channel', 'Viber message before the SMS']);
    expect(shownAs('Channel')).toBe('SMS');
    expect(shownAs('Viber message before the SMS')).toBe('Rejected');
    expect(document.body.textContent).toContain('NO_VIBER');
  });

  test.each([
    ['of a campaign of SMS', { channel: 'sms', viber_status: null, read_at: null }],
    ['of an API without channels', {}],
  ])('%s says none of it', async (_, of) => {
    change = of;
    await open();
    expect(shownOf()).toEqual([]);
  });
});

describe('what a Viber identity is for', () => {
  afterEach(cleanup);
  const note = async () => {
    renderPage('/x', <Use />);
    return (await screen.findByRole('alert')).textContent;
  };

  test('is said, and otherwise by a server that cannot send over Viber', async () => {
    signInCustomer();
    pointTo('http://127.0.0.1:9');
    const sends = await note();
    cleanup();
    pointTo('http://127.0.0.1:9', ['plans']);
    const kept = await note();
    pointTo('http://127.0.0.1:9');
    expect(sends).not.toBe(kept);
    expect(kept).toMatch(/record/);
  });
});
