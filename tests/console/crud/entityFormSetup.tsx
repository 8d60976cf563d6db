import { cleanup } from '@testing-library/react';
import { type ResourceProps, useRefresh } from 'ra-core';
import { afterEach, beforeEach, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityCreate } from '../../../src/crud/EntityCreate.tsx';
import { EntityEdit } from '../../../src/crud/EntityEdit.tsx';
import { EntityShow } from '../../../src/crud/EntityShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

export const A = '01890000-0000-7000-8000-00000000000a';
export const record = {
  uuid: A,
  name: 'Ram',
  phone: '+9779841000001',
  operator: 'ntc',
  groups: [],
  attributes: { city: 'Ilam' },
  is_active: true,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};

const emptyPage = { count: 0, next: null, previous: null, results: [] };
/** What happens by itself when the connection is back. */
function AskAgain() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh()}>
      ask again
    </button>
  );
}

const resources: ResourceProps[] = [
  {
    name: contact.name,
    list: <p>the list</p>,
    create: <EntityCreate entity={contact} />,
    edit: (
      <>
        <EntityEdit entity={contact} />
        <AskAgain />
      </>
    ),
    show: <EntityShow entity={contact} />,
  },
  { name: contactGroup.name },
];

/** A server with one contact, and the console’s form for it. */
export function setUpForms() {
  let answer: (asked: Asked) => Answer;
  let api: Awaited<ReturnType<typeof startApi>>;
  const open = (address: string) => renderConsole(resources, address, api.base);
  const posts = () => api.asked.filter(({ method }) => method === 'POST' || method === 'PUT');
  beforeEach(async () => {
    sessionStorage.clear();
    preferences.set({ language: 'en' });
    signInCustomer();
    answer = ({ method }) => (method === 'GET' ? { body: { data: record } } : { body: { data: record } });
    api = await startApi((asked) =>
      asked.url.startsWith('/v1/contact/') && asked.method === 'GET' ? { body: emptyPage } : answer(asked),
    );
  });

  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    await api.close();
  });

  return {
    get answer() {
      return answer;
    },
    set answer(value) {
      answer = value;
    },
    get api() {
      return api;
    },
    open,
    posts,
  };
}
