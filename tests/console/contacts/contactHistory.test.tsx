import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { campaign } from '#schema/campaign.ts';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { message } from '#schema/message.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ContactShow } from '../../../src/resources/contacts/contacts/ContactShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';

const PHONE = '+9779841000001';
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const record = {
  uuid: uuid(1),
  ...times,
  name: 'Sita Rai',
  phone: PHONE,
  operator: 'ntc',
  groups: [],
  attributes: {},
  is_active: true,
};
const aMessage = (n: number, change: object = {}) => ({
  uuid: uuid(n),
  ...times,
  campaign: uuid(800),
  row: 1,
  phone: PHONE,
  operator: 'ntc',
  text: `Dear Sita, number ${n}`,
  parts: 2,
  status: 'delivered',
  operator_id: 'x',
  error: null,
  submitted_at: times.created_at,
  finished_at: times.created_at,
  ...change,
});
const entry = {
  uuid: uuid(50),
  ...times,
  phone: PHONE,
  reason: 'Answered "STOP" to DEMO.',
  source: 'opt-out',
};

const resources: ResourceProps[] = [
  { name: contact.name, list: <p>the list</p>, show: <ContactShow />, edit: <p>the form</p> },
  { name: contactGroup.name },
  { name: message.name, show: <p>the message</p> },
  { name: campaign.name, show: <p>the campaign</p> },
  { name: blacklistNumber.name, edit: <p>the entry</p> },
];

/** What the server has, which the tests change. */
let messages: object[];
let listed: object[];
let refusal: Answer | undefined;
/** What adding to the blacklist is answered with; undefined: it is added. */
let notAdded: Answer | undefined;
let api: Awaited<ReturnType<typeof startApi>>;
const open = () => renderConsole(resources, `/contact/${record.uuid}/show`, api.base);
const asked = (path: string) => api.urls().filter((url) => url.includes(path));
const section = () => screen.findByRole('region', { name: /^Messages to this number/ });

function answer({ method, url }: Asked): Answer {
  if (url.startsWith(message.path)) {
    if (refusal) return refusal;
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page'));
    const size = Number(new URLSearchParams(url.split('?')[1]).get('page_size'));
    const results = messages.slice((page - 1) * size, page * size);
    const more = page * size < messages.length;
    return {
      body: {
        count: messages.length,
        next: more ? `${message.path}?page=${page + 1}&page_size=${size}` : null,
        previous: null,
        results,
      },
    };
  }
  if (url.startsWith(blacklistNumber.path)) {
    if (method === 'POST') {
      if (notAdded) return notAdded;
      listed = [{ ...entry, source: 'manual', reason: 'Wrong person' }];
      return { status: 201, body: { data: listed[0] } };
    }
    if (method === 'DELETE') {
      listed = [];
      return { status: 204 };
    }
    return { body: pageOf(...listed) };
  }
  if (url.startsWith(campaign.path)) return { body: pageOf(aCampaign({ uuid: uuid(800), name: 'Dues' })) };
  if (url.startsWith(contactGroup.path)) return { body: pageOf() };
  return { body: { data: record } };
}

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  messages = [];
  listed = [];
  refusal = undefined;
  notAdded = undefined;
  api = await startApi(answer);
});
afterEach(async () => {
  cleanup();
  await api.close();
});

describe('a contact’s messages', () => {
  it('are requested by number, newest first, and shown with their results', async () => {
    messages = [
      aMessage(3),
      aMessage(2, { status: 'undelivered', error: '001', parts: 1, operator: 'ncell' }),
    ];
    open();
    const row = await within(await section()).findByRole('row', { name: /number 3/ });
    expect(asked(message.path)).toEqual([
      `GET ${message.path}?page=1&page_size=10&ordering=-created_at&phone=${PHONE}`,
    ]);
    expect(await within(row).findByRole('link', { name: 'Dues' })).toHaveProperty(
      'href',
      expect.stringContaining(`/sms/${uuid(800)}/show`),
    );
    expect(within(row).getByRole('link', { name: '2 Jan 2026, 08:49 NPT' }).getAttribute('href')).toBe(
      `/sms/dispatch/${uuid(3)}/show`,
    );
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(2)).toEqual(['Dear Sita, number 3', '2', 'Delivered', 'NTC']);
    const failed = screen.getByRole('row', { name: /number 2/ });
    expect(failed.textContent).toContain('Not delivered');
    expect(failed.textContent).toContain('The number is not in service (001)');
    expect((await section()).textContent).toMatch(/^Messages to this number 2/);
  });

  it('come ten at a time', async () => {
    messages = Array.from({ length: 12 }, (_, n) => aMessage(100 + n));
    open();
    await screen.findByText('Dear Sita, number 100');
    expect(screen.getByText('1–10 of 12')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Dear Sita, number 111')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Dear Sita, number 100')).toBeNull());
    expect(screen.getByText('11–12 of 12')).toBeTruthy();
  });

  it('are empty at first: the page says so, and links to sending', async () => {
    open();
    expect(await screen.findByText('No messages to this number yet')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Send Bulk SMS' });
    expect(link.getAttribute('href')).toBe('/sms/bulk-sms');
  });

  it('that cannot be loaded leave the contact on the page and can be requested again', async () => {
    refusal = { status: 500, body: { detail: 'It broke.', code: 'internal', request_id: 'r1' } };
    open();
    const failure = await within(await section()).findByRole('alert');
    expect(failure.textContent).toContain('It broke.');
    expect(screen.getByRole('heading', { level: 1, name: 'Sita Rai' })).toBeTruthy();
    refusal = undefined;
    messages = [aMessage(3)];
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Dear Sita, number 3')).toBeTruthy();
  });

  it('are not requested for users who may not see messages', async () => {
    signInCustomer((name) => name === 'sms-dispatch');
    open();
    await screen.findByRole('heading', { level: 1, name: 'Sita Rai' });
    await screen.findByRole('button', { name: 'Add to the blacklist' });
    expect(screen.queryByRole('region', { name: /^Messages/ })).toBeNull();
    expect(asked(message.path)).toEqual([]);
  });
});

describe('the blacklist on a contact’s page', () => {
  it('says since when and why the number gets nothing, and takes it off after asking', async () => {
    listed = [entry];
    open();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('On the blacklist: campaigns exclude this number');
    expect(notice.textContent).toContain('Opted out on 2 Jan 2026.');
    expect(notice.textContent).toContain('Reason: Answered "STOP" to DEMO.');
    expect(screen.queryByRole('button', { name: 'Add to the blacklist' })).toBeNull();
    expect(within(notice).getByRole('link', { name: 'Edit entry' }).getAttribute('href')).toBe(
      `/settings/blacklist/${entry.uuid}`,
    );
    const user = userEvent.setup();
    await user.click(within(notice).getByRole('button', { name: 'Remove from the blacklist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove +977 9841000001 from the blacklist?' });
    expect(dialog.textContent).toContain('only if they have asked for messages again');
    await user.click(within(dialog).getByRole('button', { name: 'Remove from the blacklist' }));
    expect(await screen.findByRole('button', { name: 'Add to the blacklist' })).toBeTruthy();
    expect(await screen.findByText('+977 9841000001 is no longer on the blacklist')).toBeTruthy();
    expect(asked(entry.uuid)).toEqual([`DELETE ${blacklistNumber.path}${entry.uuid}/`]);
    expect(screen.queryByText(/campaigns exclude this number/)).toBeNull();
  });

  it('puts a number on it, with whose wish it is and why', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add to the blacklist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add +977 9841000001 to the blacklist?' });
    await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), ' Wrong person ');
    await user.click(within(dialog).getByRole('button', { name: 'Add to the blacklist' }));
    expect(await screen.findByText(/Added by hand on 2 Jan 2026. Reason: Wrong person/)).toBeTruthy();
    const posts = api.asked.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([
      { phone: PHONE, source: 'manual', reason: 'Wrong person' },
    ]);
  });

  it('says whether it is known that a number was not added', async () => {
    open();
    const user = userEvent.setup();
    const button = { name: 'Add to the blacklist' };
    await user.click(await screen.findByRole('button', button));
    const dialog = within(await screen.findByRole('dialog'));
    for (const [status, text] of [
      [400, 'Nothing was changed. Not now.'],
      [503, 'We could not confirm that the number was added. Not now.'],
      // It may be there by the unanswered request.
      [409, 'We could not confirm that the number was added. Not again.'],
    ] as const) {
      notAdded = { status, body: { detail: status === 409 ? 'Not again.' : 'Not now.', code: 'x' } };
      await user.click(dialog.getByRole('button', button));
      expect(await dialog.findByText(text)).toBeTruthy();
    }
  });

  it('has no buttons for users who may only read it', async () => {
    signInCustomer((name, verb) => name === 'black-list' && verb === 'post');
    listed = [entry];
    open();
    const notice = await screen.findByRole('alert');
    expect(within(notice).queryByRole('button')).toBeNull();
    expect(within(notice).queryByRole('link')).toBeNull();
  });

  it('is hidden from users who may not see it', async () => {
    signInCustomer((name) => name === 'black-list');
    listed = [entry];
    open();
    await screen.findByText('No messages to this number yet');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to the blacklist' })).toBeNull();
    expect(asked(blacklistNumber.path)).toEqual([]);
  });
});
