import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { signInAs } from '../../../src/authProvider/acting.ts';
import { signOut } from '../../../src/authProvider/login.ts';
import { getToken } from '../../../src/core/session.ts';
import { pointTo } from '../support/jsonServer.ts';
import { closeToasts, id, pageOf, people, person, setUpLists, storedElsewhere } from './entityListSetup.tsx';

const setup = setUpLists();
const { open, contactUrls } = setup;

const rows = async () =>
  within((await screen.findAllByRole('rowgroup'))[1] as HTMLElement).getAllByRole('row');

describe('a selection', () => {
  it('distinguishes this page from all matching rows, which need confirmation and send the filter', async () => {
    setup.contacts = ({ method }) =>
      method === 'DELETE'
        ? { body: { data: { deleted: 40 } } }
        : { body: pageOf(people, { count: 40, next: '/?cursor=x' }) };
    open('/contact?filter={"operator":"ntc"}');
    const user = userEvent.setup();
    await screen.findByRole('link', { name: 'Person 1' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(await screen.findByText('All 3 on this page are selected.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 40 that match' }));
    expect(screen.getByText('All 40 that match are selected.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete all 40?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete 40' }));
    expect(contactUrls().some((url) => url.startsWith('DELETE'))).toBe(false);
    expect(await screen.findByText('40 deleted')).toBeTruthy();
    await closeToasts();
    await waitFor(() =>
      expect(contactUrls().join()).toMatch(/DELETE \/v1\/core\/contacts\/\?.*operator=ntc/),
    );
  });

  it('is cleared by a search, an order and another page', async () => {
    setup.contacts = () => ({ body: pageOf(people, { count: 40, next: '/?cursor=x' }) });
    open();
    const user = userEvent.setup();
    const selectTwo = async () => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
      await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
      expect(await screen.findByText('2 selected')).toBeTruthy();
    };
    const isCleared = () =>
      waitFor(() => {
        expect(screen.queryByText('2 selected')).toBeNull();
        expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
        expect(document.querySelector('[data-selected]')).toBeNull();
      });
    await selectTwo();
    await user.type(screen.getByRole('searchbox'), 'ram{Enter}');
    await isCleared();
    await selectTwo();
    await user.click(screen.getByRole('button', { name: /Phone/ }));
    await isCleared();
    await selectTwo();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await isCleared();
  });

  it('is cleared by a reload', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }));
    expect(await screen.findByText('1 selected')).toBeTruthy();
    cleanup();
    open();
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Person 2' });
    expect(box.checked).toBe(false);
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('is the own one of each tab', async () => {
    open();
    await screen.findByRole('checkbox', { name: 'Select Person 1' });
    storedElsewhere('contact.selectedIds', [id(1)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Person 1' }).checked).toBe(false);
  });

  it('of all matching rows ends when the filter changes', async () => {
    setup.contacts = ({ url }) => ({
      body: url.includes('search=') ? pageOf([person(3)]) : pageOf(people, { count: 40, next: '/?cursor=x' }),
    });
    open();
    const user = userEvent.setup();
    // The table's head is there before its rows.
    await screen.findByRole('link', { name: 'Person 1' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 40 that match' }));
    await user.type(screen.getByRole('searchbox'), 'ram{Enter}');
    await waitFor(() => expect(screen.queryByText(/that match are selected/)).toBeNull());
    expect(await screen.findByText('1–1 of 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('applies only to rows that are still on the screen', async () => {
    let shown = people;
    setup.contacts = ({ method }) =>
      method === 'DELETE' ? { status: 204, body: {} } : { body: pageOf(shown) };
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
    // Somebody else deletes the first one, and the list is read again.
    shown = [person(2), person(3)];
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    expect(await screen.findByText('1 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 deleted')).toBeTruthy();
    await closeToasts();
    await waitFor(() => expect(contactUrls().filter((url) => url.startsWith('DELETE'))).toHaveLength(1));
    expect(contactUrls().find((url) => url.startsWith('DELETE'))).toContain(id(2));
  });

  it('can be undone, and then nothing is sent', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Person 2' })).toBeTruthy();
    expect(contactUrls().some((url) => url.startsWith('DELETE'))).toBe(false);
  });

  it.each([
    ['signing out', signOut, '/v1/autho/logout/'],
    ['a session as a customer', () => signInAs(id(9), 'Asked'), `/v1/autho/users/${id(9)}/sign-in-as/`],
  ])('is sent before %s, which waits for the answer', async (_, leave, end) => {
    const log: unknown[] = [];
    pointTo(setup.api.base);
    setup.contacts = ({ method, url }) => {
      if (method === 'GET') return { body: pageOf(people) };
      log.push(method === 'POST' ? url : [method, getToken()]);
      if (method === 'POST') return { body: { data: { token: 'acting' } } };
      setTimeout(() => log.push('answered'), 100);
      return { status: 204, delay: 100 };
    };
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Undo' });
    const token = getToken();
    await leave();
    expect(log).toEqual([['DELETE', token], 'answered', end]);
  });
});
