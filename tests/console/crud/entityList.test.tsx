import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, test } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { DeleteButton } from '../../../src/crud/DeleteButton.tsx';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { closeToasts, id, pageOf, people, person, setUpLists, storedElsewhere } from './entityListSetup.tsx';

const setup = setUpLists();
const { open, contactUrls } = setup;

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
    expect(setup.api.urls().filter((url) => url.includes('contact-group'))).toHaveLength(1);
  });

  it('shows the number where a contact has no name', async () => {
    setup.contacts = () => ({ body: pageOf([{ ...person(1), name: null }]) });
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

  it('leaves out of the address what no list can have', async () => {
    open('/contact?page=-3&perPage=99999&sort=nope&filter={"operator":"ncell","nope":1,"q":"a\\u0000"}');
    await screen.findByRole('link', { name: 'Person 1' });
    expect(contactUrls()).toEqual([
      'GET /v1/core/contacts/?page=1&page_size=25&ordering=-created_at&operator=ncell',
    ]);
  });

  it('says that there are more than were counted', async () => {
    setup.contacts = () => ({
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

  it('follows the columns of another tab, but not its search, order and page, with which later tabs begin', async () => {
    const { router } = open();
    await screen.findByRole('link', { name: 'Person 1' });
    const params = { page: 1, perPage: 10, sort: 'phone', order: 'ASC', filter: { q: 'ram' } };
    storedElsewhere('contact.listParams', params);
    storedElsewhere('contact.hiddenColumns', ['operator']);
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Operator' })).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(contactUrls()).toHaveLength(2));
    expect(new Set(contactUrls()).size).toBe(1);
    expect(router.state.location.search).toBe('');
    cleanup();
    open();
    await waitFor(() => expect(contactUrls().at(-1)).toContain('page_size=10&ordering=phone&search=ram'));
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
    setup.contacts = () => ({ body: pageOf([]) });
    open();
    expect(await screen.findByRole('heading', { name: 'No contacts yet' })).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Add contact' }).length).toBeGreaterThan(0);
  });

  it('offers to clear what nothing matches', async () => {
    setup.contacts = ({ url }) => ({ body: pageOf(url.includes('search=') ? [] : people) });
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
    setup.contacts = () => ({ status: 503, body: { detail: 'Busy.', code: 'busy', request_id: 'req-7' } });
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Contacts could not be loaded');
    expect(alert.textContent).toContain('Busy.');
    expect(alert.textContent).toContain('req-7');
    setup.contacts = () => ({ body: pageOf(people) });
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

describe('the filters of a list', () => {
  it('show that several values are allowed, which Any removes', async () => {
    const { router } = open('/contact?filter={"operator":["ntc","ncell"]}');
    const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Operator' });
    expect(filter.selectedOptions[0]?.textContent).toBe('NTC, Ncell');
    await userEvent.selectOptions(filter, 'Any');
    await waitFor(() => expect(contactUrls().at(-1)).not.toContain('operator'));
    expect(router.state.location.search).not.toContain('ncell');
    expect(within(filter).queryByText('NTC, Ncell')).toBeNull();
  });

  it('name each of several records, of which one can be removed', async () => {
    const groups = [id(90), id(91)];
    setup.groups = {
      body: pageOf([
        { uuid: id(90), name: 'Staff' },
        { uuid: id(91), name: 'Shops' },
      ]),
    };
    open(`/contact?filter=${JSON.stringify({ groups })}`);
    const chip = (await screen.findByText('Shops', { selector: '.MuiChip-label' })).parentElement;
    expect(screen.getByText('Staff', { selector: '.MuiChip-label' })).toBeTruthy();
    await userEvent.click(within(chip as HTMLElement).getByTestId('CancelIcon'));
    await waitFor(() => expect(contactUrls().at(-1)).toMatch(new RegExp(`groups__in=${id(90)}$`)));
  });

  it('say why their records cannot be chosen', async () => {
    setup.groups = { status: 503, body: { detail: 'Busy.', code: 'busy' } };
    open('/contact?filter={"operator":"ntc"}');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Groups' }));
    expect(await screen.findByText('Busy.')).toBeTruthy();
    expect(screen.queryByText('Nothing found')).toBeNull();
  });
});

test('an export that fails says why', async () => {
  pointTo(setup.api.base);
  setup.contacts = ({ url }) =>
    url.includes('/export/')
      ? { status: 429, body: { detail: 'Too many exports. Wait a minute.', code: 'too_many_requests' } }
      : { body: pageOf(people) };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  expect(
    await screen.findByText('The export failed and no file was saved. Too many exports. Wait a minute.'),
  ).toBeTruthy();
});

describe('the delete button of a row', () => {
  it('removes its row, which Undo brings back, and can then be pressed again', async () => {
    const list = (
      <EntityList
        entity={contact}
        rowActions={(record) => <DeleteButton entity={contact} record={record} compact />}
      />
    );
    renderConsole([{ name: contact.name, list }, { name: contactGroup.name }], '/contact', setup.api.base);
    const user = userEvent.setup();
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete: Person 2' }));
      await waitFor(() => expect(screen.queryByText('Person 2')).toBeNull());
    };
    const deletions = () => setup.api.urls().filter((url) => url.startsWith('DELETE'));
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
