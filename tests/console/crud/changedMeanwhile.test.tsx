import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { A, record, setUpForms } from './entityFormSetup.tsx';

const setup = setUpForms();
const { open, posts } = setup;

/** The record as somebody else has saved it. */
let theirs: typeof record;
beforeEach(() => {
  setUser({ ...(getUser() as User), offers: ['if-match'] });
  theirs = { ...record, updated_at: '2026-01-02T03:05:06Z' };
  let puts = 0;
  setup.answer = ({ method, body }) => {
    if (method === 'GET') return { body: { data: record } };
    puts += 1;
    return puts === 1
      ? { status: 412, body: { detail: 'Changed. Nothing was saved.', code: 'changed', data: theirs } }
      : { body: { data: { ...theirs, ...(body as object) } } };
  };
});

const help = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
const save = () => screen.getByRole('button', { name: /^(Save|सुरक्षित गर्नुहोस्)$/ });

async function rename(name: string) {
  const user = userEvent.setup();
  const { router } = open(`/contact/${A}`);
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: /^(Name|नाम)/ });
  await user.clear(input);
  await user.type(input, name);
  await user.click(save());
  return { user, router, input };
}

it('a change of another field is saved with what somebody else changed meanwhile', async () => {
  theirs = { ...theirs, phone: '+9779841000009' };
  const { router } = await rename('Shyam');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
  expect(posts().map(({ body }) => body)).toMatchObject([
    { name: 'Shyam', phone: record.phone },
    { name: 'Shyam', phone: '+9779841000009' },
  ]);
  expect(screen.getByText('Changes saved')).toBeTruthy();
});

it.each([
  ['en', 'Somebody changed this to “Hari” after you opened it. Save now to keep your own.'],
  ['ne', 'तपाईंले खोलेपछि कसैले यसलाई “Hari” बनाएको छ। आफ्नै राख्न अब सुरक्षित गर्नुहोस्।'],
] as const)(
  'the same field says so, stays as typed, and is saved the second time: %s',
  async (language, text) => {
    preferences.set({ language });
    theirs = { ...theirs, name: 'Hari', phone: '+9779841000009' };
    const { user, router, input } = await rename('Shyam');
    await waitFor(() => expect(help(input)).toBe(text));
    expect([input.value, router.state.location.pathname]).toEqual(['Shyam', `/contact/${A}`]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(posts()).toHaveLength(1);
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/contact/${A}/show`));
    expect(posts()[1]?.body).toMatchObject({ name: 'Shyam', phone: '+9779841000009' });
    expect(posts()).toHaveLength(2);
  },
);

it('a field that somebody cleared says so', async () => {
  theirs = { ...theirs, name: null as never };
  const { input } = await rename('Shyam');
  await waitFor(() => expect(help(input)).toMatch(/^Somebody cleared this/));
});

it('and a refusal without a field is a message above the page', async () => {
  setup.answer = ({ method }) =>
    method === 'GET'
      ? { body: { data: record } }
      : { status: 412, body: { detail: 'Changed. Nothing was saved.', code: 'changed' } };
  const { input, router } = await rename('Shyam');
  expect(await screen.findByText('Changed. Nothing was saved.')).toBeTruthy();
  expect([input.value, router.state.location.pathname]).toEqual(['Shyam', `/contact/${A}`]);
});
