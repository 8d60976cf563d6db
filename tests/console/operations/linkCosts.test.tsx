import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LinkCost } from '#schema/linkCost.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser, type User } from '../../../src/core/session.ts';
import { operatorLink } from '../../../src/resources/operations/operatorLinks/index.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aLink } from '../support/linksData.ts';
import { signInStaff } from '../support/staffConsole.tsx';

const link = aLink();
const cost = (n: number, change: Partial<LinkCost>): LinkCost => ({
  ...{ uuid: `01900000-0000-7000-8000-00000000000${n}`, price: 80, status: 'past' },
  ...{ valid_from: '2026-01-01T18:15:00Z', ...change },
});
let server: JsonServer;
let costs: LinkCost[] | number;

beforeEach(async () => {
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInStaff('admin');
  costs = [
    cost(3, { price: null, status: 'future', valid_from: '2036-01-01T18:15:00Z' }),
    cost(2, { price: 79.25, status: 'in-force' }),
    cost(1, {}),
  ];
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url, method }, response) => {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (!url.includes('/costs/')) return json(200, { data: link });
    if (typeof costs === 'number') return json(costs, { detail: 'Broken.' });
    if (method === 'POST' && costs.length === 0)
      return json(400, { detail: 'Wrong', errors: { valid_from: ['This day has passed.'] } });
    if (method === 'DELETE') costs = costs.slice(1);
    return json(200, { data: costs });
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

const open = () =>
  renderConsole(
    [{ name: 'admin/operator-links', ...operatorLink }],
    `/admin/operator-links/${link.uuid}/show`,
    server.base,
  );
/** The profile names what the server offers: it has all our pairs. */
function withoutWriting(): void {
  signInStaff('admin', (name, verb) => name === 'operator-link-list' && verb === 'post');
  setUser({ ...(getUser() as User), offers: [] });
}
const panel = () => screen.findByRole('region', { name: 'Cost price' });
const asked = () => server.seen.filter(({ url }) => url.includes('/costs/'));

describe('the cost prices of a link', () => {
  test('are listed with the time from which each holds; one to come can be removed', async () => {
    open();
    const table = await within(await panel()).findByRole('table');
    const lines = () =>
      [...table.querySelectorAll('tbody tr')].map((line) => [...line.children].map((c) => c.textContent));
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(lines().map(([, price, state]) => [price?.replaceAll('\u00a0', ' '), state])).toEqual([
      ['Not known', 'Remove'],
      ['Rs. 0.7925', 'In force'],
      ['Rs. 0.80', ''],
    ]);
    await userEvent.click(within(table).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
  });

  test('can be set: in rupees, from the start of a day in Nepal, or empty', async () => {
    open();
    const form = within(await panel());
    await userEvent.type(form.getByLabelText('Price per part (Rs.)'), '0.81');
    await userEvent.click(form.getByRole('button', { name: 'Set cost price' }));
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Price per part (Rs.)').value).toBe(''));
    await userEvent.click(form.getByRole('button', { name: 'Set cost price' }));
    const bodies = () =>
      asked().flatMap(({ method, body }) => (method === 'POST' ? [JSON.parse(String(body))] : []));
    await waitFor(() => expect(bodies()).toEqual([{ price: 81 }, { price: null }]));
  });

  test('say what is wrong, and that none is set', async () => {
    costs = [];
    open();
    const form = within(await panel());
    await form.findByText('No cost price is set.');
    await userEvent.click(form.getByRole('button', { name: 'Set cost price' }));
    await form.findByText('This day has passed.');
  });

  test('can be loaded again after a failure', async () => {
    costs = 500;
    open();
    const again = await within(await panel()).findByRole('button', { name: /try again/i });
    costs = [cost(1, { status: 'in-force' })];
    await userEvent.click(again);
    await within(await panel()).findByRole('table');
  });

  test.each([
    ['whoever may not change links only sees them', () => withoutWriting(), 1],
    ['who sees links for the dashboard alone does not see them', () => signInStaff('support'), 0],
  ])('%s', async (_, signIn, requests) => {
    signIn();
    open();
    await screen.findAllByText(link.name);
    if (requests) {
      await within(await panel()).findByRole('table');
      expect(screen.queryByRole('button', { name: 'Set cost price' })).toBeNull();
    } else expect(screen.queryByRole('region', { name: 'Cost price' })).toBeNull();
    expect(asked()).toHaveLength(requests);
  });
});
