import { act, cleanup, waitFor } from '@testing-library/react';
import { type ResourceProps, useRefresh } from 'ra-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { storePrefix } from '../../../src/core/look.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

export const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const person = (n: number) => ({
  uuid: id(n),
  name: `Person ${n}`,
  phone: `+97798410000${String(n).padStart(2, '0')}`,
  operator: 'ntc',
  groups: [id(90)],
  attributes: {},
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});

export const people = [person(1), person(2), person(3)];
export const pageOf = (results: object[], more: object = {}) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  ...more,
});

function ReadAgain() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={refresh}>
      Read again
    </button>
  );
}

const resources: ResourceProps[] = [
  {
    name: contact.name,
    list: <EntityList entity={contact} exportPath={`${contact.path}export/`} actions={<ReadAgain />} />,
    create: <p>create</p>,
    show: <p>show</p>,
  },
  { name: contactGroup.name },
];

/** Closing a toast ends the time for Undo. */
export async function closeToasts(): Promise<void> {
  // A toast that has just come may not hear the first press.
  await waitFor(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click();
    expect(document.querySelector('.toast')).toBeNull();
  });
}

/** What another tab of the same user does: stores a value, and the browser tells this tab. */
export function storedElsewhere(key: string, value: unknown): void {
  const name = storePrefix() + key;
  const newValue = JSON.stringify(value);
  localStorage.setItem(name, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue })));
}

/** A server with contacts, and the list that shows them. */
export function setUpLists() {
  let contacts: (asked: Asked) => Answer;
  let groups: Answer;
  /** Of every answer. */
  let headers: Answer['headers'];
  let api: Awaited<ReturnType<typeof startApi>>;
  const open = (address = '/contact') => renderConsole(resources, address, api.base);
  const contactUrls = () => api.urls().filter((url) => url.includes('/v1/core/contacts/'));
  beforeEach(async () => {
    localStorage.clear();
    preferences.set({ language: 'en' });
    signInCustomer();
    contacts = () => ({ body: pageOf(people) });
    groups = { body: pageOf([{ uuid: id(90), name: 'Staff' }]) };
    headers = undefined;
    api = await startApi((asked) => ({
      headers,
      ...(asked.url.startsWith('/v1/contact/') ? groups : contacts(asked)),
    }));
  });

  afterEach(async () => {
    await closeToasts();
    cleanup();
    await api.close();
  });

  return {
    get contacts() {
      return contacts;
    },
    set groups(value: Answer) {
      groups = value;
    },
    set headers(value: Answer['headers']) {
      headers = value;
    },
    set contacts(value) {
      contacts = value;
    },
    get api() {
      return api;
    },
    open,
    contactUrls,
  };
}
