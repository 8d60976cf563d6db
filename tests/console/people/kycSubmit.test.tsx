import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { pointTo, type Seen } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { input, keep, open, record, SUBMIT, selectContinue, setUpKyc, step, values } from './kycSetup.tsx';

const setup = setUpKyc();

/** The moments on the page that read like this. */
const times = (text: string) =>
  [...document.querySelectorAll('time')].filter(({ textContent }) => textContent === text);

const rejected = () =>
  record({ status: 'rejected', reason: 'The photo is too dark.', decided_at: '2026-01-03T03:04:05Z' });
const posts = (): Seen[] => setup.server.seen.filter(({ url }) => url === SUBMIT);

describe('submitting', () => {
  beforeEach(() => keep(values));
  const submit = () => screen.findByRole('button', { name: 'Submit for verification' });

  test('sends once however often it is pressed, and shows what was submitted and when', async () => {
    setup.submitted = { status: 201, delay: 60, body: { data: record() } };
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

  test('takes the references that its server gives to files, whatever they are', async () => {
    const files = { document_front: '17', document_back: 'kyc/2026/back.png', photo: 'a b' };
    keep({ ...values, ...files });
    open('/kyc?step=check');
    fireEvent.click(await submit());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({ ...values, ...files });
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
    setup.submitted = {
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
    setup.submitted = 'drop';
    open('/kyc?step=check');
    fireEvent.click(await submit());
    expect(await screen.findByText('We could not confirm that your KYC was submitted')).toBeTruthy();
    expect(sessionStorage.getItem('draft:kyc')).toContain('27-01');
    // Refused before anything was looked at: the first attempt may still have arrived.
    setup.submitted = { status: 429, body: { detail: 'Too many requests.' } };
    fireEvent.click(await submit());
    expect(await screen.findByText(/^Too many requests\./)).toBeTruthy();
    expect(screen.getByText('We could not confirm that your KYC was submitted')).toBeTruthy();
    setup.submitted = 'drop';
    setup.records = [record()];
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
  test('to reject shows the reason, and the correction starts with the submitted values', async () => {
    setup.records = [rejected()];
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
    setup.records = [record()];
    open();
    await screen.findByRole('heading', { name: 'Your documents are under review' });
    setup.records = [record({ status: 'approved', decided_at: '2026-01-04T03:04:05Z' })];
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
    pointTo(setup.server.base);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await step(1);
  });
});

describe('while it waits for its decision', () => {
  test('it is changed with what was sent, and names which it changes', async () => {
    setup.records = [record()];
    const { hand } = open();
    await hand.click(await screen.findByRole('link', { name: 'Change your submission' }));
    await step(1);
    expect(screen.getByText(/^Until you submit this change/)).toBeTruthy();
    expect(screen.queryByText(/^You do not need to do anything/)).toBeNull();
    const first = await input('First name');
    expect(first.value).toBe('Asha');
    fireEvent.change(first, { target: { value: 'Gita' } });
    for (const number of [2, 3, 4, 5]) {
      await selectContinue();
      await step(number);
    }
    setup.submitted = {
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
    setup.records = [record()];
    open('/kyc?step=check');
    setup.submitted = 'drop';
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
    setup.records = [state('pending')];
    open();
    expect(await screen.findByText('Your documents are under review')).toBeTruthy();
    expect(
      screen.getByText(/You can see only the status of the verification\. .*ask your provider/),
    ).toBeTruthy();
    expect(screen.queryByText('Submitted details')).toBeNull();
    expect(setup.server.seen.some(({ url }) => url.includes('/files/') || url.includes('/decisions/'))).toBe(
      false,
    );
  });

  test('to submit nothing is asked for, also when it was rejected', async () => {
    signInCustomer((name) => name.startsWith('kyc-'));
    const { unmount } = open('/kyc?step=who');
    expect(await screen.findByText(/not submitted KYC yet/)).toBeTruthy();
    expect(screen.getByText(/ask your provider for the permission “Submit KYC”/)).toBeTruthy();
    unmount();
    setup.records = [state('rejected')];
    open('/kyc?step=who');
    expect(await screen.findByText('Your documents were not accepted')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Correct and submit again' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('to read, who may submit corrects what was rejected from the start', async () => {
    signInCustomer((name) => name === 'kyc-list');
    setup.records = [state('rejected')];
    open();
    const link = await screen.findByRole('link', { name: 'Correct and submit again' });
    expect(screen.getByText('Complete the form and submit it again.')).toBeTruthy();
    expect(screen.queryByText(/Your previous entries are filled in/)).toBeNull();
    fireEvent.click(link);
    expect(await step(1)).toBeTruthy();
  });
});
