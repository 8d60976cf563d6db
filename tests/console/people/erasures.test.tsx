import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Erasure } from '#schema/erasure.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { ErasureCreate } from '../../../src/resources/people/erasures/ErasureCreate.tsx';
import { ErasureList } from '../../../src/resources/people/erasures/ErasureList.tsx';
import { ErasureShow } from '../../../src/resources/people/erasures/ErasureShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const NAME = 'settings/erasures';
const erasureOf = (change: Partial<Erasure> = {}): Erasure => ({
  ...{ uuid: uuid(1), reference: 'Letter 17', status: 'completed', everywhere: false, steps: 6 },
  ...{ contacts: 2, messages: 14, blacklisted: 1, files: 0, exports: 0, records: 3, waiting: 0 },
  ...{ error: null, finished_at: '2026-03-04T20:00:00Z' },
  ...{ created_at: '2026-03-04T19:59:00Z', updated_at: '2026-03-04T20:00:00Z' },
  ...change,
});
const resources: ResourceProps[] = [
  { name: NAME, list: <ErasureList />, create: <ErasureCreate />, show: <ErasureShow /> },
];

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInCustomer();
  answer = () => ({ body: pageOf() });
  api = await startApi((asked) => answer(asked));
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  endSession();
  await api.close();
});

const open = (address: string) => renderConsole(resources, address, api.base);
const openRecord = (change: object) => {
  answer = () => ({ body: { data: { ...erasureOf(), ...change } } });
  open(`/${NAME}/${uuid(1)}/show`);
};
const posts = () => api.asked.filter(({ method }) => method === 'POST');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function fillIn(phone: string, reference: string) {
  await userEvent.type(await screen.findByLabelText('Mobile number'), phone);
  await userEvent.type(screen.getByLabelText('Reference'), reference);
  await press('Erase the number');
}

describe('the list', () => {
  test('says what it is for while it is empty, and leads to the form', async () => {
    open(`/${NAME}`);
    expect(await screen.findByText('No erased numbers yet')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Erase a number' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/${NAME}/create`, `/${NAME}/create`]);
  });

  test('of somebody who may only look has no way to the form', async () => {
    signInCustomer((name, verb) => name === 'erasure' && verb === 'post');
    open(`/${NAME}`);
    expect(await screen.findByText('No erased numbers yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Erase a number' })).toBeNull();
  });

  test('asks again while a number is being erased, and not afterwards', async () => {
    let status: Erasure['status'] = 'running';
    answer = () => ({ body: pageOf(erasureOf({ status })) });
    open(`/${NAME}`);
    expect(await screen.findByText('Erasing')).toBeTruthy();
    status = 'completed';
    expect(await screen.findByText('Erased', undefined, { timeout: 5000 })).toBeTruthy();
  });
});

describe('the form', () => {
  test('says what goes and what stays, of staff in all accounts', async () => {
    open(`/${NAME}/create`);
    expect(await screen.findByText('What is erased')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByText(/^Not erased: invoices/)).toBeTruthy();
    cleanup();
    signInStaff('admin');
    open(`/${NAME}/create`);
    expect(await screen.findByText('What is erased, in all accounts')).toBeTruthy();
  });

  test('names what is missing beside its field, and a number in the reference', async () => {
    open(`/${NAME}/create`);
    await screen.findByLabelText('Mobile number');
    await press('Erase the number');
    expect(await screen.findAllByText('Required')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText('Mobile number'));
    await fillIn('9801234567', '9801234567');
    expect(await screen.findByText('Do not write the number here: this text is kept.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(posts()).toEqual([]);
  });

  test('asks about this very number, erases nothing until then, and shows the record', async () => {
    answer = ({ method }) => ({
      status: method === 'POST' ? 201 : 200,
      body: { data: erasureOf({ status: 'running', steps: 2 }) },
    });
    open(`/${NAME}/create`);
    await fillIn('980-1234567', 'Letter 17');
    const dialog = await screen.findByRole('dialog', { name: 'Erase 980-1234567?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts()).toEqual([]);
    await press('Erase the number');
    const again = await screen.findByRole('dialog');
    await userEvent.click(within(again).getByRole('button', { name: 'Erase the number' }));
    expect(await screen.findByText('2 of 6 steps done. You can leave this page.')).toBeTruthy();
    expect(posts().map(({ body }) => body)).toEqual([{ phone: '980-1234567', reference: 'Letter 17' }]);
  });

  test('shows what the server refuses beside its field, with what was typed', async () => {
    answer = () => ({
      status: 400,
      body: { detail: 'Check the number.', errors: { phone: ['Nobody has this number.'] } },
    });
    open(`/${NAME}/create`);
    await fillIn('9801234567', 'Letter 17');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Erase the number' }));
    expect(await screen.findByText('Nobody has this number.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9801234567');
  });
});

describe('a record', () => {
  test('shows its progress until it is done, then what was erased and what stays', async () => {
    openRecord({ status: 'running', steps: 3, finished_at: null });
    expect(await screen.findByText('3 of 6 steps done. You can leave this page.')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.5');
    answer = () => ({ body: { data: erasureOf() } });
    expect(await screen.findByText('The number is erased.', undefined, { timeout: 5000 })).toBeTruthy();
    expect(screen.getByText(/^Not erased: invoices/)).toBeTruthy();
    expect(screen.getByText('14')).toBeTruthy();
  });

  test('says what it waits for, and why it failed', async () => {
    openRecord({ status: 'waiting', waiting: 5 });
    expect(await screen.findByText(/except what is still in progress \(5\)/)).toBeTruthy();
    cleanup();
    openRecord({ status: 'failed', error: 'The server has no key.' });
    expect(await screen.findByText('The server has no key.')).toBeTruthy();
  });

  test('of another API may lack its figures and have another status', async () => {
    const { uuid: id, reference, created_at, updated_at } = erasureOf();
    answer = () => ({ body: { uuid: id, reference, created_at, updated_at, status: 'parked' } });
    open(`/${NAME}/${uuid(1)}/show`);
    expect(await screen.findByRole('heading', { name: 'Letter 17' })).toBeTruthy();
    expect(screen.getByText('parked')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('of another API that tells no steps has progress without a figure', async () => {
    openRecord({ status: 'running', steps: undefined, finished_at: null });
    expect((await screen.findByText(/You can leave this page\./)).textContent).not.toMatch(/NaN|undefined/);
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
  });
});
