import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ResourceProps, useRefresh } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { DeleteButton } from '../../../src/crud/DeleteButton.tsx';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = (n: number) => ({
  uuid: id(n),
  name: `Person ${n}`,
  phone: `+97798410000${String(n).padStart(2, '0')}`,
  operator: 'ntc',
  groups: [id(90)],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});
const people = [person(1), person(2), person(3)];
const pageOf = (results: object[], more: object = {}) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  ...more,
});

let contacts: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
function ReadAgain() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={refresh}>
      Read again
    </button>
  );
}
const resources: ResourceProps[] = [
  {
    name: contact.name,
    list: <EntityList entity={contact} exportPath={`${contact.path}export/`} actions={<ReadAgain />} />,
    create: <p>create</p>,
    show: <p>show</p>,
  },
  { name: contactGroup.name },
];
const open = (address = '/contact') => renderConsole(resources, address, api.base);
const contactUrls = () => api.urls().filter((url) => url.includes('/v1/core/contacts/'));
const rows = async () =>
  within((await screen.findAllByRole('rowgroup'))[1] as HTMLElement).getAllByRole('row');

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  contacts = () => ({ body: pageOf(people) });
  api = await startApi((asked) =>
    asked.url.startsWith('/v1/contact/')
      ? { body: pageOf([{ uuid: id(90), name: 'Staff' }]) }
      : contacts(asked),
  );
});
afterEach(async () => {
  await closeToasts();
  cleanup();
  await api.close();
});

/** Closing a toast ends the time for Undo. */
async function closeToasts(): Promise<void> {
  // A toast that has just come may not hear the first press.
  await waitFor(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click();
    expect(document.querySelector('.toast')).toBeNull();
  });
}

describe('a list', () => {
  it('shows its rows by the kinds of their fields, with one request for all references', async () => {
    open();
    const row = (await screen.findByRole('link', { name: 'Person 1' })).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('+977 9841000001');
    expect(row.textContent).toContain('NTC');
    expect(await within(row).findByText('Staff')).toBeTruthy();
    expect(within(row).getByText('Active').className).toContain('crud-status');
    expect(row.textContent).toContain('2 Jan 2026, 08:49 NPT');
    expect(screen.getByRole('link', { name: 'Person 1' }).getAttribute('href')).toBe(
      `/contact/${id(1)}/show`,
    );
    expect(screen.getByText('1–3 of 3')).toBeTruthy();
    expect(api.urls().filter((url) => url.includes('contact-group'))).toHaveLength(1);
  });

  it('shows the number where a contact has no name', async () => {
    contacts = () => ({ body: pageOf([{ ...person(1), name: null }]) });
    open();
    const link = await screen.findByRole('link', { name: '+977 9841000001' });
    expect(link.getAttribute('href')).toBe(`/contact/${id(1)}/show`);
  });

  it('keeps sorting and searching in the address', async () => {
    const { router } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Phone/ }));
    await waitFor(() => expect(contactUrls().at(-1)).toContain('ordering=phone'));
    await user.type(screen.getByRole('searchbox'), 'ram{Enter}');
    await waitFor(() => expect(contactUrls().at(-1)).toContain('ordering=phone&search=ram'));
    const search = new URLSearchParams(router.state.location.search);
    expect(search.get('sort')).toBe('phone');
    expect(JSON.parse(search.get('filter') ?? '')).toEqual({ q: 'ram' });
  });

  it('reads its state from the address', async () => {
    open('/contact?page=1&perPage=10&sort=name&order=DESC&filter={"operator":"ncell"}');
    await screen.findByRole('link', { name: 'Person 1' });
    expect(contactUrls()[0]).toBe('GET /v1/core/contacts/?page=1&page_size=10&ordering=-name&operator=ncell');
    expect(((await screen.findByRole('combobox', { name: 'Operator' })) as HTMLSelectElement).value).toBe(
      'ncell',
    );
  });

  it('says that there are more than were counted', async () => {
    contacts = () => ({
      body: pageOf(people, { count: 10_000, count_is_minimum: true, next: '/?cursor=x' }),
    });
    open();
    expect(await screen.findByText('1–3 of 10,000+')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Last page' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('remembers which columns to show', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'View' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Operator' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Operator' })).toBeNull());
    cleanup();
    open();
    await screen.findByRole('link', { name: 'Person 1' });
    expect(screen.queryByRole('columnheader', { name: 'Operator' })).toBeNull();
  });

  it('speaks Nepali after a switch, without a reload', async () => {
    open();
    await screen.findByRole('link', { name: 'Person 1' });
    preferences.set({ language: 'ne' });
    expect(await screen.findByRole('columnheader', { name: /फोन/ })).toBeTruthy();
    expect(screen.getAllByText('सक्रिय').length).toBeGreaterThan(0);
  });
});

describe('states of a list', () => {
  it('invites to begin where there is nothing yet', async () => {
    contacts = () => ({ body: pageOf([]) });
    open();
    expect(await screen.findByRole('heading', { name: 'No contacts yet' })).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Add contact' }).length).toBeGreaterThan(0);
  });

  it('offers to clear what nothing matches', async () => {
    contacts = ({ url }) => ({ body: pageOf(url.includes('search=') ? [] : people) });
    open('/contact?filter={"q":"zzz"}');
    await userEvent.click(
      within(await screen.findByRole('status')).getByRole('button', { name: 'Clear filters' }),
    );
    expect(document.activeElement?.className).toContain('crud-list');
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeTruthy();
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
  });

  it('keeps the focus in the filters when they are cleared', async () => {
    open('/contact?filter={"operator":"ntc"}');
    await screen.findByRole('link', { name: 'Person 1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
    expect(document.activeElement?.closest('.crud-filters')).not.toBeNull();
  });

  it('says what went wrong with its reference, and tries again', async () => {
    contacts = () => ({ status: 503, body: { detail: 'Busy.', code: 'busy', request_id: 'req-7' } });
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Contacts could not be loaded');
    expect(alert.textContent).toContain('Busy.');
    expect(alert.textContent).toContain('req-7');
    contacts = () => ({ body: pageOf(people) });
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeTruthy();
  });

  it('hides what may not be done', async () => {
    signInCustomer((name, verb) => name === 'contact-list' && verb === 'post');
    open();
    await screen.findByRole('link', { name: 'Person 1' });
    expect(screen.queryByRole('link', { name: 'Add contact' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

test('an export that fails says why', async () => {
  pointTo(api.base);
  contacts = ({ url }) =>
    url.includes('/export/')
      ? { status: 429, body: { detail: 'Too many exports. Wait a minute.', code: 'too_many_requests' } }
      : { body: pageOf(people) };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  expect(
    await screen.findByText('The export failed and no file was saved. Too many exports. Wait a minute.'),
  ).toBeTruthy();
});

describe('a selection', () => {
  it('tells this page from all that match, asks before the second, and sends its filter', async () => {
    contacts = ({ method }) =>
      method === 'DELETE'
        ? { body: { data: { deleted: 40 } } }
        : { body: pageOf(people, { count: 40, next: '/?cursor=x' }) };
    open('/contact?filter={"operator":"ntc"}');
    const user = userEvent.setup();
    await screen.findByRole('link', { name: 'Person 1' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByText('All 3 on this page are selected.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 40 that match' }));
    expect(screen.getByText('All 40 that match are selected.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete all 40?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete 40' }));
    expect(contactUrls().some((url) => url.startsWith('DELETE'))).toBe(false);
    expect(await screen.findByText('40 deleted')).toBeTruthy();
    await closeToasts();
    await waitFor(() => expect(contactUrls()).toContain('DELETE /v1/core/contacts/?operator=ntc'));
  });

  it('is cleared by a search, an order and another page', async () => {
    contacts = () => ({ body: pageOf(people, { count: 40, next: '/?cursor=x' }) });
    open();
    const user = userEvent.setup();
    const selectTwo = async () => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
      await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
      expect(screen.getByText('2 selected')).toBeTruthy();
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
    expect(screen.getByText('1 selected')).toBeTruthy();
    cleanup();
    open();
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Person 2' });
    expect(box.checked).toBe(false);
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('of all that match ends with the filter that it was of', async () => {
    contacts = ({ url }) => ({
      body: url.includes('search=') ? pageOf([person(3)]) : pageOf(people, { count: 40, next: '/?cursor=x' }),
    });
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
    await user.click(screen.getByRole('button', { name: 'Select all 40 that match' }));
    await user.type(screen.getByRole('searchbox'), 'ram{Enter}');
    await waitFor(() => expect(screen.queryByText(/that match are selected/)).toBeNull());
    expect(await screen.findByText('1–1 of 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('acts only on rows that are still on the screen', async () => {
    let shown = people;
    contacts = ({ method }) => (method === 'DELETE' ? { status: 204, body: {} } : { body: pageOf(shown) });
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
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Person 2' })).toBeTruthy();
    expect(contactUrls().some((url) => url.startsWith('DELETE'))).toBe(false);
  });
});

describe('the delete button of a row', () => {
  it('removes its row, which Undo brings back, and can then be pressed again', async () => {
    const list = (
      <EntityList
        entity={contact}
        rowActions={(record) => <DeleteButton entity={contact} record={record} compact />}
      />
    );
    renderConsole([{ name: contact.name, list }, { name: contactGroup.name }], '/contact', api.base);
    const user = userEvent.setup();
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete: Person 2' }));
      await waitFor(() => expect(screen.queryByText('Person 2')).toBeNull());
    };
    const deletions = () => api.urls().filter((url) => url.startsWith('DELETE'));
    await remove();
    // A toast that has just come may not hear the first press.
    await waitFor(() => {
      document.querySelector<HTMLElement>('.toast-action')?.click();
      expect(screen.queryByText('Person 2')).not.toBeNull();
    });
    expect(deletions()).toEqual([]);
    await remove();
    await closeToasts();
    await waitFor(() => expect(deletions()).toEqual([`DELETE /v1/core/contacts/${id(2)}/`]));
  });
});
