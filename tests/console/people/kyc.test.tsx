import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser, setUser, type User } from '../../../src/core/session.ts';
import { KycPage } from '../../../src/resources/people/kyc/KycPage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

/** The moments on the page that read like this. */
const times = (text: string) =>
  [...document.querySelectorAll('time')].filter(({ textContent }) => textContent === text);

const SUBMIT = '/v1/autho/kyc/submit/';
type Reply = { status?: number; body?: unknown; delay?: number } | 'drop';

let server: JsonServer;
let records: unknown[];
let submitted: Reply;
/** What the server takes an upload for. */
let kind: string;
/** Until places are answered, in milliseconds. */
let delay: number;

const places: Record<string, unknown[]> = {
  '/v1/core/locations/provinces/': [
    { id: 1, name: 'Koshi', name_ne: 'कोशी' },
    { id: 3, name: 'Bagmati', name_ne: 'बागमती' },
  ],
  '/v1/core/locations/districts/': [
    { id: 1, name: 'Bhojpur', name_ne: 'भोजपुर', province: 1 },
    { id: 27, name: 'Kathmandu', name_ne: 'काठमाडौँ', province: 3 },
  ],
  '/v1/core/locations/municipalities/?district=27': [
    { id: 307, name: 'Kathmandu', name_ne: 'काठमाडौँ', district: 27, level: 'metropolitan', wards: 32 },
  ],
};

const values = {
  ...{ first_name: 'Asha', middle_name: null, last_name: 'Gurung', name_ne: null, gender: 'female' },
  ...{ birth_date: '1990-05-17', document_type: 'citizenship', document_number: '27-01' },
  ...{ issue_date: '2008-01-02', issue_district: 27, province: 3, district: 27, municipality: 307, ward: 10 },
  ...{ tole: null, company_name: null, company_pan: null, pan_certificate: null },
  ...{ document_front: uuid(1), document_back: uuid(2), photo: uuid(3) },
};
const record = (more: object = {}) => ({
  ...values,
  uuid: uuid(50),
  account: uuid(51),
  name: 'Asha Gurung',
  type: 'individual',
  status: 'pending',
  reason: null,
  submitted_at: '2026-01-02T03:04:05Z',
  decided_at: null,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  ...more,
});
const rejected = () =>
  record({ status: 'rejected', reason: 'The photo is too dark.', decided_at: '2026-01-03T03:04:05Z' });

beforeAll(async () => {
  // jsdom has no object URLs; nothing here shows what they point to.
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const reply = ({ status = 200, body, delay = 0 }: Exclude<Reply, 'drop'>) =>
      setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), delay);
    if (url === SUBMIT) return submitted === 'drop' ? response.destroy() : reply(submitted);
    if (method === 'POST') return reply({ status: 201, body: { data: { uuid: uuid(7), kind } } });
    if (url.startsWith('/v1/autho/kyc/')) return reply({ body: pageOf(...records) });
    if (url.startsWith('/v1/autho/user/profile/')) return reply({ body: { data: getUser() } });
    if (url.startsWith('/v1/core/files/'))
      return response.writeHead(200, { 'Content-Type': 'image/png' }).end('picture');
    return places[url] ? reply({ body: { data: places[url] }, delay }) : reply({ status: 404, body: {} });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInCustomer();
  server.seen.length = 0;
  records = [];
  submitted = { status: 201, body: { data: record() } };
  kind = 'png';
  delay = 0;
});
afterEach(() => {
  cleanup();
  endSession();
  pointTo(server.base);
});

const open = (address = '/kyc') => ({
  ...renderPage('/kyc', <KycPage />, address),
  hand: userEvent.setup({ applyAccept: false }),
});
const keep = (draft: object) =>
  sessionStorage.setItem('draft:kyc', JSON.stringify({ owner: getUser()?.uuid, value: draft }));
const step = (number: number) =>
  screen.findByRole('heading', { level: 2, name: new RegExp(`^Step ${number} of 5: `) });
const selectContinue = async () => fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const select = async (label: string) => (await screen.findByLabelText(label)) as HTMLSelectElement;
const posts = (): Seen[] => server.seen.filter(({ url }) => url === SUBMIT);
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
    pointTo(server.base, []);
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
    delay = 500;
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
    kind = 'csv';
    const chooser = () => screen.getByLabelText<HTMLInputElement>('Portrait photo Choose a file');
    await hand.upload(chooser(), new File(['a,b'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByText(/^me\.png is not really a picture .* despite its name/)).toBeTruthy();
    await hand.upload(chooser(), new File(['%PDF-1.4'], 'me.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText(/^me\.pdf is not a picture/)).toBeTruthy();
    kind = 'png';
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

describe('submitting', () => {
  beforeEach(() => keep(values));
  const submit = () => screen.findByRole('button', { name: 'Submit for verification' });

  test('sends once however often it is pressed, and shows what was submitted and when', async () => {
    submitted = { status: 201, delay: 60, body: { data: record() } };
    const { router } = open('/kyc?step=check');
    const button = await submit();
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'Your documents are under review' })).toBeTruthy();
    expect(times('2 Jan 2026, 08:49 NPT').length).toBeGreaterThan(0);
    expect(posts().map(({ body }) => JSON.parse(body))).toEqual([values]);
    expect(sessionStorage.getItem('draft:kyc')).toBeNull();
    expect(router.state.location.search).toBe('');
  });

  test('leads from the check to a step and straight back', async () => {
    open('/kyc?step=check');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Your identity' }));
    await step(1);
    fireEvent.change(await input('Middle name (optional)'), { target: { value: 'Kumari' } });
    await selectContinue();
    await step(5);
    expect(screen.getByText('Kumari')).toBeTruthy();
  });

  test('asks for the other side when the document has become one with two', async () => {
    keep({ ...values, document_type: 'passport', document_back: null, issue_district: null });
    const { hand } = open('/kyc?step=check');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Your document' }));
    await hand.click(await screen.findByRole('radio', { name: /^National identity card/ }));
    await selectContinue();
    await step(4);
    expect(await screen.findByText('Required')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Back of the document Choose a file')),
    );
  });

  test('opens the step that the server refuses, and says why at the field', async () => {
    submitted = {
      status: 400,
      body: {
        detail: 'Some fields are not correct.',
        code: 'invalid',
        errors: { ward: ['This municipality has 9 wards.'] },
      },
    };
    open('/kyc?step=check');
    fireEvent.click(await submit());
    await step(3);
    expect(await screen.findByText('This municipality has 9 wards.')).toBeTruthy();
    expect(screen.getByText('Nothing was submitted: Some fields are not correct.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Ward no.')));
  });

  test('without an answer says that it is not known, keeps all, and finds what arrived after all', async () => {
    submitted = 'drop';
    open('/kyc?step=check');
    fireEvent.click(await submit());
    expect(await screen.findByText('We could not confirm that your KYC was submitted')).toBeTruthy();
    expect(sessionStorage.getItem('draft:kyc')).toContain('27-01');
    records = [record()];
    fireEvent.click(await submit());
    expect(await screen.findByRole('heading', { name: 'Your documents are under review' })).toBeTruthy();
  });

  test('is not left unasked, and the draft stays', async () => {
    const { router } = open('/kyc?step=check');
    await step(5);
    void router.navigate('/contact');
    const dialog = await screen.findByRole('dialog', { name: 'Leave without submitting?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(sessionStorage.getItem('draft:kyc')).toContain('27-01');
  });

  test('what was typed before is back after a reload, and can be discarded', async () => {
    keep({ ...values, first_name: 'Maya' });
    const { hand } = open();
    expect((await input('First name')).value).toBe('Maya');
    await hand.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect((await input('First name')).value).toBe('Asha'));
    expect(sessionStorage.getItem('draft:kyc')).toBeNull();
  });
});

describe('a decision', () => {
  test('to reject shows why; correcting starts with all that was given', async () => {
    records = [rejected()];
    const { hand } = open();
    expect(await screen.findByText('The photo is too dark.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await hand.click(screen.getByRole('link', { name: 'Correct and submit again' }));
    const heading = await step(1);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByText('The photo is too dark.')).toBeTruthy();
    for (const number of [2, 3, 4, 5]) {
      await selectContinue();
      await step(number);
    }
    fireEvent.click(await screen.findByRole('button', { name: 'Submit for verification' }));
    await screen.findByRole('heading', { name: 'Your documents are under review' });
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual(values);
  });

  test('that is taken while the page is open is seen without a reload', async () => {
    const pass = watchIntervals();
    records = [record()];
    open();
    await screen.findByRole('heading', { name: 'Your documents are under review' });
    records = [record({ status: 'approved', decided_at: '2026-01-04T03:04:05Z' })];
    await pass(5_000);
    expect(await screen.findByRole('heading', { name: 'Your identity is verified' })).toBeTruthy();
    expect(await screen.findByText('Your identity is verified.')).toBeTruthy();
    expect(times('4 Jan 2026, 08:49 NPT').length).toBeGreaterThan(0);
  });

  test('that could not be loaded says so, and can be asked for again', async () => {
    pointTo('http://127.0.0.1:9');
    const { hand } = open();
    expect(
      await screen.findByText(/^No answer from http:\/\/127\.0\.0\.1:9\. Either it cannot be reached/),
    ).toBeTruthy();
    pointTo(server.base);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await step(1);
  });
});

describe('while it waits for its decision', () => {
  test('it is changed with what was sent, and names which it changes', async () => {
    records = [record()];
    const { hand } = open();
    await hand.click(await screen.findByRole('link', { name: 'Change your submission' }));
    await step(1);
    const first = await input('First name');
    expect(first.value).toBe('Asha');
    fireEvent.change(first, { target: { value: 'Gita' } });
    for (const number of [2, 3, 4, 5]) {
      await selectContinue();
      await step(number);
    }
    submitted = {
      status: 201,
      body: { data: record({ first_name: 'Gita', submitted_at: '2026-01-02T04:00:00Z' }) },
    };
    fireEvent.click(screen.getByRole('button', { name: 'Submit for verification' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(JSON.parse(posts()[0]?.body ?? '')).toMatchObject({
      first_name: 'Gita',
      submitted_at: '2026-01-02T03:04:05Z',
    });
    expect(await screen.findByRole('link', { name: 'Change your submission' })).toBeTruthy();
  });

  test('a change that did not arrive is not taken for one that did', async () => {
    records = [record()];
    open('/kyc?step=check');
    submitted = 'drop';
    fireEvent.click(await screen.findByRole('button', { name: 'Submit for verification' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(await screen.findByText('We could not confirm that your KYC was submitted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Submit for verification' })).toBeTruthy();
  });
});

describe('without a pair', () => {
  const state = (status: string) => ({
    ...{ uuid: uuid(50), status, submitted_at: '2026-01-02T03:04:05Z', decided_at: null },
    ...{ created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' },
  });

  test('to read there is the state, and who can see more', async () => {
    signInCustomer((name) => name.startsWith('kyc-'));
    records = [state('pending')];
    open();
    expect(await screen.findByText('Your documents are under review')).toBeTruthy();
    expect(
      screen.getByText(/You can see only the status of the verification\. .*ask your provider/),
    ).toBeTruthy();
    expect(screen.queryByText('Submitted details')).toBeNull();
    expect(server.seen.some(({ url }) => url.includes('/files/') || url.includes('/decisions/'))).toBe(false);
  });

  test('to submit nothing is asked for, also when it was rejected', async () => {
    signInCustomer((name) => name.startsWith('kyc-'));
    const { unmount } = open('/kyc?step=who');
    expect(await screen.findByText(/not submitted KYC yet/)).toBeTruthy();
    expect(screen.getByText(/ask your provider for the permission “Submit KYC”/)).toBeTruthy();
    unmount();
    records = [state('rejected')];
    open('/kyc?step=who');
    expect(await screen.findByText('Your documents were not accepted')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Correct and submit again' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('to read, who may submit corrects what was rejected from the start', async () => {
    signInCustomer((name) => name === 'kyc-list');
    records = [state('rejected')];
    open();
    const link = await screen.findByRole('link', { name: 'Correct and submit again' });
    expect(screen.getByText('Complete the form and submit it again.')).toBeTruthy();
    expect(screen.queryByText(/Your previous entries are filled in/)).toBeNull();
    fireEvent.click(link);
    expect(await step(1)).toBeTruthy();
  });
});
