import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { pointTo } from '../support/jsonServer.ts';
import { input, keep, open, selectContinue, setUpKyc, step, values } from './kycSetup.tsx';

const setup = setUpKyc();

const select = async (label: string) => (await screen.findByLabelText(label)) as HTMLSelectElement;

const asCompany = (pan: string | null = null) => {
  const user = getUser() as User;
  setUser({ ...user, account: { ...user.account!, type: 'company', pan } });
};

describe('the steps', () => {
  test('start with what is known, and mark all that is wrong, the first of it focused', async () => {
    const { hand } = open();
    await step(1);
    expect((await input('First name')).value).toBe('Asha');
    expect((await input('Last name')).value).toBe('Gurung');
    await hand.clear(await input('Last name'));
    await hand.type(await input('Full name in Nepali (optional)'), 'Asha');
    await selectContinue();
    expect(await screen.findAllByText('Required')).toHaveLength(2);
    expect(screen.getByText('Write it in Nepali letters, as on the document.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Last name')));
    // Somebody who mends it is no longer told.
    await hand.type(await input('Last name'), 'R');
    expect(await screen.findAllByText('Required')).toHaveLength(1);
    await step(1);
  });

  test('lead to the profile only where the account can be changed there', async () => {
    open();
    expect(await screen.findByRole('link', { name: /^Not correct/ })).toBeTruthy();
    cleanup();
    pointTo(setup.server.base, []);
    open();
    await step(1);
    expect(screen.queryByRole('link', { name: /^Not correct/ })).toBeNull();
  });

  test('know the PAN of a company’s account', async () => {
    asCompany('301234567');
    open();
    expect((await input('PAN')).value).toBe('301234567');
  });

  test('ask a company for its name and PAN, which reads Nepali digits', async () => {
    asCompany();
    const { hand } = open();
    expect((await input('Registered name')).value).toBe('Demo');
    await selectContinue();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('PAN')));
    await hand.type(await input('PAN'), '३०१');
    await selectContinue();
    expect(await screen.findByText('A PAN has 9 digits.')).toBeTruthy();
    await hand.type(await input('PAN'), '२३४५६७');
    await selectContinue();
    await waitFor(() => expect(screen.queryByText('A PAN has 9 digits.')).toBeNull());
  });

  test('go on with the heading focused, back with everything kept, and never past what is open', async () => {
    keep({ ...values, document_number: null });
    const { router } = open('/kyc?step=check');
    const heading = await step(2);
    fireEvent.change(await input('Document number'), { target: { value: '27-01' } });
    await selectContinue();
    const address = await step(3);
    await waitFor(() => expect(document.activeElement).toBe(address));
    expect(router.state.location.search).toBe('?step=address');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await step(2)).toBeTruthy();
    expect((await input('Document number')).value).toBe('27-01');
    expect(heading).toBeTruthy();
  });

  test('ask of each document what it has', async () => {
    keep({ ...values, document_type: null, issue_district: null });
    const { hand } = open('/kyc?step=document');
    await step(2);
    expect(screen.queryByLabelText('District of issue')).toBeNull();
    expect(screen.queryByRole('radio', { name: /^Company registration/ })).toBeNull();
    await hand.click(screen.getByRole('radio', { name: /^Citizenship/ }));
    await selectContinue();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('District of issue')));
    await hand.click(screen.getByRole('radio', { name: /^Passport/ }));
    expect(screen.queryByLabelText('District of issue')).toBeNull();
    await selectContinue();
    await step(3);
  });

  test('bring the missing district into focus also while the districts are still on their way', async () => {
    setup.delay = 500;
    keep({ ...values, document_type: null, issue_district: null });
    const { hand } = open('/kyc?step=document');
    await hand.click(await screen.findByRole('radio', { name: /^Citizenship/ }));
    await selectContinue();
    expect(document.activeElement).toBe(screen.getByLabelText('District of issue'));
    expect(screen.queryByRole('option', { name: 'Kathmandu' })).toBeNull();
    await screen.findByRole('option', { name: 'Kathmandu' });
    expect(document.activeElement).toBe(screen.getByLabelText('District of issue'));
  });

  test('compare the dates with each other', async () => {
    keep({ ...values, issue_date: '1985-01-01' });
    open('/kyc?step=document');
    await selectContinue();
    expect(await screen.findByText('The date of issue is before the date of birth.')).toBeTruthy();
  });
});

describe('the address', () => {
  beforeEach(() => keep({ ...values, province: null, district: null, municipality: null, ward: null }));

  test('offers what lies in the former choice, and says what to choose first', async () => {
    const { hand } = open('/kyc?step=address');
    await step(3);
    expect((await select('District')).disabled).toBe(true);
    for (const first of ['province', 'district', 'municipality'])
      expect(screen.getByText(`Choose the ${first} first.`)).toBeTruthy();
    await hand.selectOptions(
      await select('Province'),
      await screen.findByRole('option', { name: 'Bagmati' }),
    );
    const offered = within(await select('District')).getAllByRole('option');
    expect(offered.map((one) => one.textContent)).toEqual(['Choose…', 'Kathmandu']);
    await hand.selectOptions(await select('District'), 'Kathmandu');
    await screen.findByRole('option', { name: 'Kathmandu Metropolitan City' });
    await hand.selectOptions(await select('Municipality'), 'Kathmandu Metropolitan City');
    expect(within(await select('Ward no.')).getAllByRole('option')).toHaveLength(33);
    await hand.selectOptions(await select('Ward no.'), '32');

    await hand.selectOptions(await select('Province'), 'Koshi');
    expect((await select('District')).value).toBe('');
    expect((await select('Municipality')).disabled).toBe(true);
    expect((await select('Ward no.')).disabled).toBe(true);
  });

  test('has Nepali names in Nepali', async () => {
    preferences.set({ language: 'ne' });
    open('/kyc?step=address');
    expect(await screen.findByRole('option', { name: 'बागमती' })).toBeTruthy();
    expect(screen.getByText('पहिले प्रदेश छान्नुहोस्।')).toBeTruthy();
  });
});

describe('the files', () => {
  test('are shown again by name; a text with the name of a picture is refused in words', async () => {
    keep({ ...values, photo: null });
    const { hand } = open('/kyc?step=files');
    await step(4);
    // Two are there already, as the server gives them back.
    await waitFor(() => expect(screen.getAllByText('7 B, uploaded')).toHaveLength(2));
    setup.kind = 'csv';
    const chooser = () => screen.getByLabelText<HTMLInputElement>('Portrait photo Choose a file');
    await hand.upload(chooser(), new File(['a,b'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText(/^me\.png is not really a picture .* despite its name/)).toBeTruthy();
    await hand.upload(chooser(), new File(['%PDF-1.4'], 'me.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText(/^me\.pdf is not a picture/)).toBeTruthy();
    setup.kind = 'png';
    await hand.upload(chooser(), new File(['x'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText('1 B, uploaded')).toBeTruthy();
    await selectContinue();
    await step(5);
  });

  test('that are the same are warned about, while they are chosen and at the check', async () => {
    keep({ ...values, document_back: null, photo: null });
    const { hand } = open('/kyc?step=files');
    await step(4);
    expect(await screen.findByText('7 B, uploaded')).toBeTruthy();
    const photo = screen.getByLabelText<HTMLInputElement>('Portrait photo Choose a file');
    await hand.upload(photo, new File(['another'], 'me.png', { type: 'image/png' }));
    await waitFor(() => expect(screen.getAllByText('7 B, uploaded')).toHaveLength(2));
    expect(screen.queryByText(/is the same file/)).toBeNull();
    await hand.upload(photo, new File(['picture'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText(/^“Portrait photo” is the same file as “/)).toBeTruthy();
    cleanup();
    keep(values);
    open('/kyc?step=check');
    await step(5);
    await waitFor(() => expect(screen.getAllByText(/is the same file as/)).toHaveLength(2));
  });
});

describe('the dates of documents', () => {
  test('are in both calendars, whichever the reader chose', async () => {
    keep(values);
    open('/kyc?step=check');
    const birth = (await screen.findByText('Date of birth')).parentElement;
    expect(birth?.textContent).toContain('3 Jestha 2047 BS 17 May 1990 AD');
  });
});
