import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { A, record, setUpForms } from './entityFormSetup.tsx';

const setup = setUpForms();
const { open, posts } = setup;

describe('a form', () => {
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
    setup.answer = ({ method }) =>
      method === 'GET'
        ? { body: { data: record } }
        : { status, body: { data: record, detail: 'Not valid.' } };
    const { router } = open(address);
    const user = userEvent.setup();
    const phone = await screen.findByRole('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '9841000009');
    const letAnswer = setup.api.hold();
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

  it('gives back only what was typed: the rest is what others have saved until then', async () => {
    let stored = record;
    setup.answer = () => ({ body: { data: stored } });
    const draft = `contact/${A}`;
    open(`/${draft}`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name (optional)' }), ' Bahadur');
    const kept = drafts.read(draft);
    cleanup();
    drafts.keep(draft, kept);
    stored = { ...record, phone: '+9779841000002', updated_at: '2026-01-02T04:00:00Z' };
    open(`/${draft}`);
    const name = (await screen.findByRole('textbox', { name: 'Name (optional)' })) as HTMLInputElement;
    await waitFor(() => expect(name.value).toBe('Ram Bahadur'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ name: 'Ram Bahadur', phone: '+9779841000002' });
  });
});

describe('a record that is asked for again while its form is open', () => {
  const again = () => userEvent.click(screen.getByRole('button', { name: 'ask again' }));
  const value = (name: string) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value;
  const asks = () => setup.api.urls().filter((url) => url === `GET /v1/core/contacts/${A}/`).length;

  it('keeps what is typed, and takes the rest from the server', async () => {
    let stored = record;
    setup.answer = ({ method, body }) => ({
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
    expect(await screen.findByText(/^Somebody changed this to “Rama”/)).toBeTruthy();

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
    setup.answer = () => ({ body: { data: stored } });
    open(`/contact/${A}`);
    await screen.findByRole('textbox', { name: 'Name (optional)' });
    stored = { ...record, name: 'Rama', updated_at: '2026-01-02T04:00:00Z' };
    await again();
    await waitFor(() => expect(value('Name (optional)')).toBe('Rama'));
    expect(asks()).toBe(2);
  });

  it('asks nothing when it leaves after saving, also where the server writes a value in its own way', async () => {
    setup.answer = ({ method }) => ({
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
