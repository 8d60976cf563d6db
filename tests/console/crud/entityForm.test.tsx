import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { readNumber } from '../../../src/crud/inputs.tsx';
import { A, record, setUpForms } from './entityFormSetup.tsx';

const setup = setUpForms();
const { open, posts } = setup;

const G = '01890000-0000-7000-8000-00000000000b';

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

  it('refuses details with the same name or without one, and brings the first of them into focus', async () => {
    open(`/contact/${A}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a value' }));
    const names = screen.getAllByRole('textbox', { name: 'Column' });
    const second = names[1] as HTMLElement;
    const help = () => document.getElementById(second.getAttribute('aria-describedby') ?? '')?.textContent;
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'Jhapa');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(second));
    expect(second.getAttribute('aria-invalid')).toBe('true');
    expect(help()).toBe('Enter a name for each value');
    await user.type(second, ' city');
    expect(help()).toBe('Two values have the same name');
    await save();
    await waitFor(() => expect(document.activeElement).toBe(second));
    expect(names[0]?.getAttribute('aria-invalid')).not.toBe('true');
    expect(posts()).toHaveLength(0);
    await user.type(second, ' of birth');
    await save();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ attributes: { city: 'Ilam', 'city of birth': 'Jhapa' } });
  });

  it.each(['create', A])(
    '/contact/%s: the form shows that the server does not let this user save',
    async (at) => {
      const detail = 'You do not have permission to perform this action.';
      setup.answer = ({ method }) =>
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
    setup.answer = ({ method }) =>
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
    setup.answer = ({ method }) => ({ status: method === 'POST' ? 201 : 200, body: { data: record } });
    const { router } = open('/contact/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name (optional)' }), 'Ram');
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '९८४१०००००१');
    await user.click(screen.getByRole('button', { name: 'Add a value' }));
    await user.type(screen.getByRole('textbox', { name: 'Column' }), 'city');
    await user.type(screen.getByRole('textbox', { name: /^Value/ }), 'Ilam');
    const letAnswer = setup.api.hold();
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
    setup.answer = ({ method }) =>
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
    setup.answer = ({ method }) => (method === 'PUT' ? { status: 400, body: refusal } : { body: record });
    open(`/contact/${A}`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '{Backspace}2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('A contact needs a name or a phone.It is over its limit.');
  });

  it('saves what its server knows of a record, and sends nothing of what it left out', async () => {
    const { attributes: _, groups: __, is_active: ___, ...bare } = record;
    setup.answer = () => ({ body: { ...bare, name: null } });
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
    setup.answer = () => ({ body: bare });
    open(`/contact/${A}`);
    await userEvent.click(await screen.findByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ name: 'Ram', is_active: true });
    expect(posts()[0]?.body).not.toHaveProperty('attributes');
  });

  it('sends references back as an API of other ids gave them', async () => {
    setup.answer = () => ({ body: { ...record, uuid: undefined, id: 4, groups: [3, 'a/b'] } });
    open('/contact/4');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '{Backspace}2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ phone: '+9779841000002', groups: ['3', 'a/b'] });
  });

  it('goes to the list after a creation that is answered without its record', async () => {
    setup.answer = () => ({ status: 201 });
    open('/contact/create');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '9841000001');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('the list')).toBeTruthy();
    expect(posts()).toHaveLength(1);
  });

  it('opens the record once a change is saved', async () => {
    setup.answer = ({ method }) => ({
      body: { data: method === 'PUT' ? { ...record, name: 'Hari' } : record },
    });
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

  it('says what is wrong in the language of the reader, also after a switch', async () => {
    open('/contact/create');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findAllByText('Required');
    preferences.set({ language: 'ne' });
    expect((await screen.findAllByText('आवश्यक छ')).length).toBe(1);
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
    setup.answer = () => ({ status: 404, body: { detail: 'Not found.', code: 'not_found' } });
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
    expect(readNumber('-5', 'money')).toBe(-500);
    expect(readNumber('Rs. 1,200/-', 'money')).toBe(120_000);
    expect(readNumber('.5', 'price')).toBe(50);
    // Neither rounded, nor taken for a thousand and fifty.
    for (const text of ['1.234', '10,50', '1.005']) expect(readNumber(text, 'money')).toBe(text);
    for (const kind of ['price', 'integer'] as const) expect(readNumber('10,50', kind)).toBe('10,50');
    expect(readNumber('1,050', 'integer')).toBe(1050);
  });
});
