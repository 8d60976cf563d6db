import MenuList from '@mui/material/MenuList';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { defineEntity, field } from '#schema/entity.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityForm } from '../../../src/crud/EntityForm.tsx';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { CalendarItem } from '../../../src/layout/CalendarItem.tsx';
import { CalendarSelect } from '../../../src/layout/CalendarSelect.tsx';
import { type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { renderPage, uuid } from '../support/messagingConsole.tsx';

const row = {
  uuid: uuid(1),
  phone: '+9779841000001',
  reason: 'Answered "STOP" to DEMO.',
  source: 'opt-out',
  created_at: '2026-11-22T08:15:00Z',
  updated_at: '2026-11-22T08:15:00Z',
};
let answered: object[];
let api: Awaited<ReturnType<typeof startApi>>;
const resources: ResourceProps[] = [
  { name: blacklistNumber.name, list: <EntityList entity={blacklistNumber} filters={['created_at']} /> },
];
const asked = () => api.asked.map(({ url }: Asked) => decodeURIComponent(url)).at(-1) ?? '';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  preferences.set({ language: 'en', digits: 'latin', calendar: undefined });
  signInCustomer();
  answered = [row];
  api = await startApi(() => ({
    body: { count: answered.length, next: null, previous: null, results: answered },
  }));
});
afterEach(async () => {
  cleanup();
  preferences.set({ language: 'en', digits: 'latin', calendar: undefined });
  await api.close();
});

describe('the choice of calendar', () => {
  it('takes effect in an open list, with the Gregorian day quietly below', async () => {
    renderConsole(resources, '/settings/blacklist', api.base);
    const time = (await screen.findByText('22 Nov 2026')).closest('time') as HTMLElement;
    expect(time.textContent).toBe('22 Nov 2026, 14:00 NPT');
    expect(time.getAttribute('datetime')).toBe('2026-11-22T08:15:00Z');
    act(() => preferences.set({ calendar: 'both' }));
    expect(document.querySelector('time')?.textContent).toBe('6 Mangsir 2083, 14:00 NPT 22 Nov 2026');
    expect(document.querySelector('time small')?.textContent?.trim()).toBe('22 Nov 2026');
    act(() => preferences.set({ calendar: 'bs' }));
    expect(document.querySelector('time')?.textContent).toBe('6 Mangsir 2083, 14:00 NPT');
    act(() => preferences.set({ language: 'ne', digits: 'devanagari' }));
    expect(document.querySelector('time')?.textContent).toBe('२०८३ मंसिर ६, १४:०० NPT');
  });

  it('is made on the profile page, all three ways', async () => {
    renderPage('/', <CalendarSelect />);
    const select = screen.getByRole('combobox', { name: 'Calendar' });
    expect(within(select).getAllByRole('option')).toHaveLength(3);
    await userEvent.selectOptions(select, 'Bikram Sambat (BS)');
    expect(preferences.get().calendar).toBe('bs');
    expect(JSON.parse(localStorage.getItem('preferences') ?? '{}').calendar).toBe('bs');
  });

  it('is switched in the menu, and says whether it is on', async () => {
    renderPage(
      '/',
      <MenuList>
        <CalendarItem />
      </MenuList>,
    );
    const item = () => screen.getByRole('menuitemcheckbox', { name: 'Bikram Sambat dates' });
    expect(item().getAttribute('aria-checked')).toBe('false');
    await userEvent.click(item());
    expect(preferences.get().calendar).toBe('both');
    expect(item().getAttribute('aria-checked')).toBe('true');
    await userEvent.click(item());
    expect(preferences.get().calendar).toBe('ad');
  });
});

describe('with Bikram Sambat', () => {
  it('a list is filtered by a BS day, from its first moment in Nepal', async () => {
    preferences.set({ calendar: 'bs' });
    renderConsole(resources, '/settings/blacklist', api.base);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const from = await screen.findByRole('group', { name: 'Created from' });
    await userEvent.type(within(from).getByRole('textbox', { name: 'Year' }), '2083');
    await userEvent.selectOptions(within(from).getByRole('combobox', { name: 'Month' }), '8');
    const day = within(from).getByRole<HTMLInputElement>('textbox', { name: 'Day' });
    await userEvent.type(day, '6');
    await waitFor(() => expect(asked()).toContain('created_at__gte=2026-11-22T00:00:00.000+05:45'));
    // While it is half typed there is no filter, and what is typed stays.
    await userEvent.clear(day);
    await waitFor(() => expect(asked()).not.toContain('created_at__gte'));
    expect(within(from).getByRole<HTMLInputElement>('textbox', { name: 'Year' }).value).toBe('2083');
    await userEvent.type(day, '5');
    await waitFor(() => expect(asked()).toContain('created_at__gte=2026-11-21T00:00:00.000+05:45'));
  });

  it('and in the Gregorian calendar for who prefers that, by the same input', async () => {
    preferences.set({ calendar: 'ad' });
    renderConsole(resources, '/settings/blacklist', api.base);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const until = await screen.findByRole('group', { name: 'Created until' });
    await userEvent.type(within(until).getByRole('textbox', { name: 'Year' }), '2026');
    await userEvent.selectOptions(within(until).getByRole('combobox', { name: 'Month' }), '11');
    await userEvent.type(within(until).getByRole('textbox', { name: 'Day' }), '22');
    await waitFor(() => expect(asked()).toContain('created_at__lte=2026-11-22T23:59:59.999+05:45'));
  });

  it('a form’s field of kind date takes a BS day and sends an ISO day', async () => {
    preferences.set({ calendar: 'bs' });
    const paper = defineEntity({
      name: 'papers',
      path: '/v1/papers/',
      title: 'issued',
      read: ['contact-list', 'get'],
      write: ['contact-list', 'post'],
      fields: { issued: field('date', z.iso.date()) },
    });
    renderPage('/', <EntityForm entity={paper} mode="create" cancelTo="/" draftKey="papers" />);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const year = await screen.findByRole('textbox', { name: 'Year' });
    await waitFor(() => expect(year.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(year));
    await userEvent.type(year, '2083');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '8');
    await userEvent.type(screen.getByRole('textbox', { name: 'Day' }), '6');
    await waitFor(() => expect(year.getAttribute('aria-invalid')).toBe('false'));
    expect(screen.getByRole('status').textContent).toBe('22 Nov 2026 AD');
  });
});

it('a reason that the server wrote is read in Nepali, one that people wrote as they wrote it', async () => {
  preferences.set({ language: 'ne' });
  const own = { ...row, uuid: uuid(2), reason: 'Asked by telephone. Required by law.', source: 'manual' };
  answered = [row, own];
  renderConsole(resources, '/settings/blacklist', api.base);
  expect(await screen.findByText(/DEMOलाई "STOP"/)).toBeTruthy();
  expect(screen.getByText(own.reason)).toBeTruthy();
  expect(screen.queryByText(/Answered/)).toBeNull();
});
