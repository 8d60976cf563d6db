import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser } from '../../../src/core/session.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { account, inCard, open, setUpProfile } from './profileSetup.tsx';

const setup = setUpProfile();
const { on, sent } = setup;

describe('own data', () => {
  test('the head shows initials, name, address and role', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
    for (const text of ['AG', 'Customer']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByText('customer@demo.test').length).toBeGreaterThan(0);
  });

  test('a new name is saved and shows in the shell', async () => {
    on('PUT /v1/autho/user/profile/', ({ body }) => ({
      body: { data: { ...getUser(), ...JSON.parse(body) } },
    }));
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(name, 'Asha K. Rana');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    const edit = await screen.findByRole('button', { name: 'Edit: Your details' });
    await waitFor(() => expect(document.activeElement).toBe(edit));
    expect(JSON.parse(sent('PUT', '/v1/autho/user/profile/')[0]?.body ?? '')).toEqual({
      name: 'Asha K. Rana',
      phone: null,
    });
    expect(getUser()?.name).toBe('Asha K. Rana');
    expect(await screen.findByText('AR')).toBeTruthy();
    expect(await screen.findByText('Changes saved')).toBeTruthy();
  });

  test('what is wrong is said at its field, and nothing is sent', async () => {
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    const name = await screen.findByLabelText('Name');
    await hand.clear(name);
    await hand.type(screen.getByLabelText('Mobile number (optional)'), '0141');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(screen.getByText(/^Too short/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(sent('PUT', '/')).toEqual([]);
  });

  test('what the server refuses of a field is said there', async () => {
    on('PUT /v1/autho/user/profile/', () => ({
      status: 400,
      body: { detail: 'No', code: 'invalid', errors: { phone: ['A landline cannot receive SMS.'] } },
    }));
    const { hand } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await hand.type(await screen.findByLabelText('Mobile number (optional)'), '9841000001');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A landline cannot receive SMS.')).toBeTruthy();
  });

  test('what is typed is not left behind unasked', async () => {
    const { hand, router } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await hand.type(await screen.findByLabelText('Name'), ' Rana');
    void router.navigate('/contact');
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Gurung Rana');
    void router.navigate('/contact');
    await hand.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  test('leaving asks nothing when nothing is typed', async () => {
    const { hand, router } = open();
    await hand.click(screen.getByRole('button', { name: 'Edit: Your details' }));
    await screen.findByLabelText('Name');
    void router.navigate('/contact');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });
});

describe('the account', () => {
  test('shows its KYC and leads there', async () => {
    open();
    const region = await inCard('Account');
    expect(await region.findByText('Himal Traders')).toBeTruthy();
    expect(region.getByText('Not submitted')).toBeTruthy();
    expect(region.getByRole('link', { name: 'Verify your identity' }).getAttribute('href')).toBe('/kyc');
  });

  test('what KYC has proved cannot be typed over; the rest can', async () => {
    on('GET /v1/autho/accounts/', () => ({ body: { data: account({ kyc_status: 'approved' }) } }));
    on('PUT /v1/autho/accounts/', ({ body }) => ({ body: { data: { ...account(), ...JSON.parse(body) } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Edit: Account' }));
    const region = await inCard('Account');
    for (const label of ['Name', 'Type', 'PAN (optional)'])
      expect((await region.findByLabelText<HTMLInputElement>(label)).disabled, label).toBe(true);
    await hand.type(region.getByLabelText('Address (optional)'), 'Pokhara');
    await hand.click(region.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit: Account' });
    expect(JSON.parse(sent('PUT', '/v1/autho/accounts/')[0]?.body ?? '')).toMatchObject({
      name: 'Himal Traders',
      address: 'Pokhara',
    });
  });

  test('a PAN that is none is refused here; one in Devanagari digits is read', async () => {
    on('PUT /v1/autho/accounts/', ({ body }) => ({ body: { data: { ...account(), ...JSON.parse(body) } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Edit: Account' }));
    const pan = await screen.findByLabelText('PAN (optional)');
    await hand.clear(pan);
    await hand.type(pan, '१२३');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A PAN has 9 digits.')).toBeTruthy();
    await hand.type(pan, '४५६७८९');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit: Account' });
    expect(JSON.parse(sent('PUT', '/v1/autho/accounts/')[0]?.body ?? '').pan).toBe('123456789');
  });

  test('a failure to load says so and can be tried again', async () => {
    on('GET /v1/autho/accounts/', () => ({ status: 500, body: { detail: 'Down for repairs' } }));
    const { hand } = open();
    const region = await inCard('Account');
    expect(await region.findByText('Down for repairs')).toBeTruthy();
    setup.answers.shift();
    await hand.click(region.getByRole('button', { name: 'Try again' }));
    expect(await region.findByText('Himal Traders')).toBeTruthy();
  });
});

test('preferences take effect at once', async () => {
  const { hand } = open();
  const digits = screen.getByLabelText<HTMLSelectElement>('Digits');
  expect(digits.disabled).toBe(true);
  await hand.selectOptions(screen.getByLabelText('Theme'), 'Dark');
  await hand.selectOptions(screen.getByLabelText('Language'), 'नेपाली');
  expect(await screen.findByRole('heading', { level: 1, name: 'प्रोफाइल' })).toBeTruthy();
  await hand.selectOptions(screen.getByLabelText('अङ्क'), 'देवनागरी (१२३)');
  expect(preferences.get()).toMatchObject({ mode: 'dark', language: 'ne', digits: 'devanagari' });
});

test('without profile-my post only sessions can be ended', async () => {
  signInCustomer((name, verb) => name === 'profile-my' && verb === 'post');
  open();
  await (await inCard('Account')).findByText('Himal Traders');
  await (await inCard('Security')).findByText('This browser');
  await (await inCard('Sender IDs')).findByText('DEMO');
  await (await inCard('Viber identities')).findByText(
    /With an approved one you can send campaigns over Viber/,
  );
  expect(screen.queryByRole('button', { name: /^(Edit|Request|Withdraw)/ })).toBeNull();
});
