import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ResourceProps, useRefresh } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityCreate } from '../../../src/crud/EntityCreate.tsx';
import { EntityEdit } from '../../../src/crud/EntityEdit.tsx';
import { EntityShow } from '../../../src/crud/EntityShow.tsx';
import { readNumber } from '../../../src/crud/inputs.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const A = '01890000-0000-7000-8000-00000000000a';
const G = '01890000-0000-7000-8000-00000000000b';
const record = {
  uuid: A,
  name: 'Ram',
  phone: '+9779841000001',
  operator: 'ntc',
  groups: [],
  attributes: { city: 'Ilam' },
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};
const emptyPage = { count: 0, next: null, previous: null, results: [] };

/** What happens by itself when the connection is back. */
function AskAgain() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh()}>
      ask again
    </button>
  );
}

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const resources: ResourceProps[] = [
  {
    name: contact.name,
    list: <p>the list</p>,
    create: <EntityCreate entity={contact} />,
    edit: (
      <>
        <EntityEdit entity={contact} />
        <AskAgain />
      </>
    ),
    show: <EntityShow entity={contact} />,
  },
  { name: contactGroup.name },
];
const open = (address: string) => renderConsole(resources, address, api.base);
const posts = () => api.asked.filter(({ method }) => method === 'POST' || method === 'PUT');

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  answer = ({ method }) => (method === 'GET' ? { body: { data: record } } : { body: { data: record } });
  api = await startApi((asked) =>
    asked.url.startsWith('/v1/contact/') && asked.method === 'GET' ? { body: emptyPage } : answer(asked),
  );
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});

describe('a form', () => {
  it('names what is wrong beside each field and brings the first into focus', async () => {
    open('/contact/create');
    const user = userEvent.setup();
    const name = await screen.findByRole('textbox', { name: 'Name (optional)' });
    const phone = screen.getByRole('textbox', { name: 'Phone' });
    await user.click(name);
    await user.paste('x'.repeat(121));
    await user.type(phone, '98410');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    const help = (input: HTMLElement) =>
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(help(name)).toBe('At most 120 characters');
    expect(help(phone)).toMatch(/^Too short/);
    expect(posts()).toHaveLength(0);
  });

  it.each(['create', A])(
    '/contact/%s: a server that does not let this user save it is told in the form',
    async (at) => {
      const detail = 'You do not have permission to perform this action.';
      answer = ({ method }) =>
        method === 'GET' ? { body: { data: record } } : { status: 403, body: { detail } };
      const { router } = open(`/contact/${at}`);
      const user = userEvent.setup();
      const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' });
      await user.clear(phone);
      await user.type(phone, '9841000002');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const alert = await screen.findByRole('alert');
      expect(alert.closest('form')).toBe(phone.form);
      expect(alert.textContent).toBe(`The server does not let you save this: ${detail} Nothing was changed.`);
      expect(screen.getAllByText(/You do not have permission/)).toHaveLength(1);
      expect([phone.value, router.state.location.pathname]).toEqual(['9841000002', `/contact/${at}`]);
    },
  );

  it('without a confirmed identity, saving explains that and can be repeated', async () => {
    const detail = 'Confirm that it is you before you change this.';
    answer = ({ method }) =>
      method === 'GET'
        ? { body: { data: record } }
        : { status: 403, body: { detail, code: 'proof_required' } };
    open(`/contact/${A}`);
    const user = userEvent.setup();
    const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '9841000002');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByText(/does not let you save/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
  });

  it('sends once however often it is pressed, then shows the record', async () => {
    answer = ({ method }) => ({ status: method === 'POST' ? 201 : 200, body: { data: record } });
    const { router } = open('/contact/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name (optional)' }), 'Ram');
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '९८४१०००००१');
    await user.click(screen.getByRole('button', { name: 'Add a value' }));
    await user.type(screen.getByRole('textbox', { name: 'Column' }), 'city');
    await user.type(screen.getByRole('textbox', { name: /^Value/ }), 'Ilam');
    const letAnswer = api.hold();
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    letAnswer();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
    expect(posts()).toEqual([
      {
        method: 'POST',
        url: '/v1/core/contacts/',
        body: { name: 'Ram', phone: '९८४१०००००१', groups: [], attributes: { city: 'Ilam' }, is_active: true },
      },
    ]);
    expect(await screen.findByText('Contact added')).toBeTruthy();
  });

  it('puts what the server refuses beside its field', async () => {
    answer = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: { detail: 'Not valid.', code: 'invalid', errors: { phone: ['It is taken.'] } },
          }
        : { body: { data: record } };
    open(`/contact/${A}`);
    const user = userEvent.setup();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '9841000002');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It is taken.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect((phone as HTMLInputElement).value).toBe('9841000002');
  });

  it('says what the server refuses of the record as a whole, or of a field that has no input', async () => {
    const refusal = {
      non_field_errors: ['A contact needs a name or a phone.'],
      owner: ['It is over its limit.'],
    };
    answer = ({ method }) => (method === 'PUT' ? { status: 400, body: refusal } : { body: record });
    open(`/contact/${A}`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '{Backspace}2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('A contact needs a name or a phone.It is over its limit.');
  });

  it('saves what its server knows of a record, and sends nothing of what it left out', async () => {
    const { attributes: _, groups: __, is_active: ___, ...bare } = record;
    answer = () => ({ body: { ...bare, name: null } });
    const { router } = open(`/contact/${A}`);
    const isActive = (await screen.findByRole('checkbox')) as HTMLInputElement;
    expect(isActive.dataset.indeterminate).toBe('true');
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone' }), '{Backspace}2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
    expect(posts()[0]?.body).toEqual({ name: null, phone: '+9779841000002' });
  });

  it('sends what is filled in of what the server left out', async () => {
    const { attributes: _, is_active: __, ...bare } = record;
    answer = () => ({ body: bare });
    open(`/contact/${A}`);
    await userEvent.click(await screen.findByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ name: 'Ram', is_active: true });
    expect(posts()[0]?.body).not.toHaveProperty('attributes');
  });

  it('goes to the list after a creation that is answered without its record', async () => {
    answer = () => ({ status: 201 });
    open('/contact/create');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '9841000001');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('the list')).toBeTruthy();
    expect(posts()).toHaveLength(1);
  });

  it('opens the record once a change is saved', async () => {
    answer = ({ method }) => ({ body: { data: method === 'PUT' ? { ...record, name: 'Hari' } : record } });
    const { router } = open(`/contact/${A}`);
    const user = userEvent.setup();
    const name = await screen.findByRole('textbox', { name: 'Name (optional)' });
    await user.clear(name);
    await user.type(name, 'Hari{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
    expect(posts()[0]).toEqual({
      method: 'PUT',
      url: `/v1/core/contacts/${A}/`,
      body: {
        name: 'Hari',
        phone: '+9779841000001',
        groups: [],
        attributes: { city: 'Ilam' },
        is_active: true,
      },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks in a dialog of the console before what was typed is lost', async () => {
    const confirm = vi.spyOn(window, 'confirm');
    const { router } = open('/contact/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name (optional)' }), 'Ram');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    const asked = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await asked()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/contact/create');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await asked()).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('the list')).toBeTruthy();
    expect(drafts.read('contact/create')).toBeUndefined();
    expect(confirm).not.toHaveBeenCalled();
  });

  it.each([
    ['a new record, follows the link when that is saved', '/contact/create', 201],
    ['a change, follows the link when that is saved', `/contact/${A}`, 200],
    ['a new record, asks when that is refused', '/contact/create', 400],
  ])('left by a link while it saves %s', async (_, address, status) => {
    answer = ({ method }) =>
      method === 'GET'
        ? { body: { data: record } }
        : { status, body: { data: record, detail: 'Not valid.' } };
    const { router } = open(address);
    const user = userEvent.setup();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '9841000009');
    const letAnswer = api.hold();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Saving…' });
    await act(() => router.navigate('/contact'));
    expect(screen.queryByRole('dialog')).toBeNull();
    letAnswer();
    if (status < 400) {
      expect(await screen.findByText('the list')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
    } else {
      expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
      expect(router.state.location.pathname).toBe('/contact/create');
    }
  });

  it('gives back what was typed before a session broke', async () => {
    open('/contact/create');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name (optional)' }), 'Half a name');
    const kept = drafts.read('contact/create');
    cleanup();
    drafts.keep('contact/create', kept);
    open('/contact/create');
    const name = (await screen.findByRole('textbox', { name: 'Name (optional)' })) as HTMLInputElement;
    await waitFor(() => expect(name.value).toBe('Half a name'));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(name.value).toBe(''));
  });

  it('says what is wrong in the language of the reader, also after a switch', async () => {
    open('/contact/create');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findAllByText('Required');
    preferences.set({ language: 'ne' });
    expect((await screen.findAllByText('आवश्यक छ')).length).toBe(1);
  });
});

describe('a record that is asked for again while its form is open', () => {
  const again = () => userEvent.click(screen.getByRole('button', { name: 'ask again' }));
  const value = (name: string) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value;
  const asks = () => api.urls().filter((url) => url === `GET /v1/core/contacts/${A}/`).length;

  it('keeps what is typed, and takes the rest from the server', async () => {
    let stored = record;
    answer = ({ method, body }) => ({
      body: { data: method === 'PUT' ? { ...stored, ...(body as object) } : stored },
    });
    open(`/contact/${A}`);
    const user = userEvent.setup();
    const name = await screen.findByRole('textbox', { name: 'Name (optional)' });
    await user.clear(name);
    await user.type(name, 'Ram Bahadur');
    stored = { ...record, name: 'Rama', phone: '+9779841000002', updated_at: '2026-01-02T04:00:00Z' };
    await again();
    await waitFor(() => expect(value('Phone')).toBe('+9779841000002'));
    expect(value('Name (optional)')).toBe('Ram Bahadur');

    // Once more: what came from the server is not taken for typed.
    stored = { ...stored, phone: '+9779841000003', updated_at: '2026-01-02T05:00:00Z' };
    await again();
    await waitFor(() => expect(value('Phone')).toBe('+9779841000003'));
    expect(value('Name (optional)')).toBe('Ram Bahadur');

    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ name: 'Ram Bahadur', phone: '+9779841000003' });
  });

  it('follows the server as long as nothing is typed', async () => {
    let stored = record;
    answer = () => ({ body: { data: stored } });
    open(`/contact/${A}`);
    await screen.findByRole('textbox', { name: 'Name (optional)' });
    stored = { ...record, name: 'Rama', updated_at: '2026-01-02T04:00:00Z' };
    await again();
    await waitFor(() => expect(value('Name (optional)')).toBe('Rama'));
    expect(asks()).toBe(2);
  });

  it('asks nothing when it leaves after saving, also where the server writes a value in its own way', async () => {
    answer = ({ method }) => ({
      body: { data: method === 'PUT' ? { ...record, phone: '+9779841000009', updated_at: 'x' } : record },
    });
    const { router } = open(`/contact/${A}`);
    const user = userEvent.setup();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '9841000009');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a record', () => {
  it('shows every field, free columns too', async () => {
    open(`/contact/${A}/show`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ram' })).toBeTruthy();
    expect(screen.getByText('city')).toBeTruthy();
    expect(screen.getByText('Ilam')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it('is said not to be there when it is not', async () => {
    answer = () => ({ status: 404, body: { detail: 'Not found.', code: 'not_found' } });
    open(`/contact/${G}/show`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /dashboard/i })).toBeTruthy();
  });
});

describe('numbers', () => {
  it('reads money as minor units, and leaves what is no number', () => {
    expect(readNumber('12,34,567.50', 'money')).toBe(123_456_750);
    expect(readNumber('१.३५६', 'price')).toBe(135.6);
    expect(readNumber('12', 'integer')).toBe(12);
    expect(readNumber('', 'integer')).toBeNull();
    expect(readNumber('abc', 'money')).toBe('abc');
  });
});
