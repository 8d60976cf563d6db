import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchResults } from '#schema/search.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { SearchPage } from '../../../src/resources/search/SearchPage.tsx';
import { type Answer, startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const owner = { uuid: uuid(9), name: 'Himal Traders' };
const at = '2026-01-02T03:04:05Z';
const none = { results: [], more: false };
const nothing: SearchResults = {
  phone: null,
  users: none,
  accounts: none,
  campaigns: none,
  messages: none,
  payments: none,
};
const found: SearchResults = {
  ...nothing,
  phone: '+9779841234567',
  users: {
    more: true,
    results: [
      {
        uuid: uuid(1),
        name: 'Sita Sharma',
        email: 'sita@himal.test',
        phone: '+9779841234567',
        role: 'customer',
        is_active: false,
        account: owner,
      },
    ],
  },
  messages: {
    more: false,
    results: [
      {
        uuid: uuid(2),
        phone: '+9779841234567',
        status: 'delivered',
        created_at: at,
        account: owner,
        campaign: 'Dashain',
      },
    ],
  },
};

const page = (name: string): ResourceProps => ({ name, show: <p>a page</p> });
const resources: ResourceProps[] = [
  { name: 'admin/search', list: <SearchPage /> },
  ...[page('users'), page('sms/dispatch'), page('admin/accounts')],
];

let reply: Answer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  preferences.set({ language: 'en' });
  reply = { body: { data: found } };
  api = await startApi(() => reply);
  pointTo(api.base);
  signInStaff('support');
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const open = (q = '') => renderConsole(resources, `/admin/search${q}`, api.base);
const box = () => screen.findByRole('searchbox', { name: /^Find a user/ });

describe('the search', () => {
  it('asks once typing pauses, keeps it in the address, and groups what it finds', async () => {
    const { router } = open();
    expect(await screen.findByText('Type at least two characters')).toBeTruthy();
    await userEvent.type(await box(), '9841234567');
    const users = await screen.findByRole('region', { name: 'Users' });
    expect(api.urls()).toEqual(['GET /v1/admin/search/?q=9841234567']);
    expect(router.state.location.search).toBe('?q=9841234567');
    expect(users.textContent).toContain('sita@himal.test');
    expect(users.querySelector('.crud-status')).not.toBeNull();
    const all = within(users).getByRole('link', { name: 'See all: Users' });
    expect(decodeURIComponent(all.getAttribute('href') ?? '')).toBe('/users?filter={"q":"+9779841234567"}');
    const messages = screen.getByRole('region', { name: 'Messages to +977 9841234567' });
    expect(within(messages).getByRole('link').getAttribute('href')).toBe(`/sms/dispatch/${uuid(2)}/show`);
    expect(screen.queryByRole('region', { name: 'Accounts' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('2 results');
  });

  it('is walked through with the arrow keys', async () => {
    open('?q=9841234567');
    await screen.findByRole('region', { name: 'Users' });
    const input = await box();
    expect(document.activeElement).toBe(input);
    const links = () => screen.getAllByRole('link');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(links()[0]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(links().at(-1));
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(links().at(-2));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(input);
  });

  it('marks what was found for another text, with neither its number nor ways to all of it', async () => {
    const { router } = open('?q=sita');
    await screen.findByRole('link', { name: 'See all: Users' });
    // Nothing is asked until the connection is back.
    act(() => void window.dispatchEvent(new Event('offline')));
    await userEvent.type(await box(), 'x');
    await waitFor(() => expect(router.state.location.search).toBe('?q=sitax'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'See all: Users' })).toBeNull());
    const users = screen.getByRole('region', { name: 'Users' });
    expect(users.closest('[data-stale]')).not.toBeNull();
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByRole('link', { name: 'See all: Users' });
    expect(document.querySelector('[data-stale]')).toBeNull();
  });

  it('says that there is nothing, and what to try', async () => {
    reply = { body: { data: nothing } };
    open('?q=nobody');
    expect(await screen.findByText('No results for “nobody”')).toBeTruthy();
    expect(screen.getByText(/Try part of the name/)).toBeTruthy();
  });

  it('says that it failed and tries again', async () => {
    reply = { status: 503, body: { detail: 'Try later.', code: 'unavailable' } };
    open('?q=sita');
    expect(await screen.findByText('Try later.')).toBeTruthy();
    reply = { body: { data: found } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toBeTruthy());
  });

  it('asks nothing for one character', async () => {
    open('?q=s');
    expect(await screen.findByText('Type at least two characters')).toBeTruthy();
    expect(api.urls()).toEqual([]);
  });
});
