import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, useDataProvider } from 'ra-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contact } from '#schema/contact.ts';
import type { Outline } from '#schema/outline.ts';
import { ownUser } from '#schema/user.ts';
import { entityOf } from '../../../src/core/entities.ts';
import { http } from '../../../src/core/http.ts';
import { readProfile } from '../../../src/core/readProfile.ts';
import { setUser } from '../../../src/core/session.ts';
import { EntityCreate } from '../../../src/crud/EntityCreate.tsx';
import { EntityEdit } from '../../../src/crud/EntityEdit.tsx';
import { useDecision } from '../../../src/crud/review/useDecision.ts';
import type { Queue } from '../../../src/crud/review/useQueue.ts';
import { useFormSave } from '../../../src/crud/useFormSave.ts';
import { Toasts } from '../../../src/layout/Toasts.tsx';
import { tellNotKept } from '../../../src/layout/tellNotKept.ts';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const uuid = '01890000-0000-7000-8000-00000000000a';
/** Contacts of an API that has no free columns. */
const kept = { uuid, name: 'Ram', phone: '+9779841000001', groups: [], is_active: true };

function Save({ use }: { use: () => () => Promise<unknown> }) {
  const save = use();
  return (
    <button type="button" onClick={() => void save()}>
      Do it
    </button>
  );
}

let api: Awaited<ReturnType<typeof startApi>>;
/** What the server answers to a creation, and whether it has the record's own address. */
let made: unknown;
let hasRecord: boolean;

beforeEach(async () => {
  signInCustomer();
  made = kept;
  hasRecord = true;
  api = await startApi(({ method, url }) => {
    if (method !== 'GET') return { status: method === 'POST' ? 201 : 200, body: made };
    if (!url.includes(uuid)) return { body: { count: 0, next: null, previous: null, results: [] } };
    return hasRecord ? { body: kept } : { status: 404, body: { detail: 'Not found.' } };
  });
  pointTo(api.base, []);
});
afterEach(() => api.close());

describe('a form', () => {
  const open = (address: string) =>
    renderConsole(
      [
        {
          name: contact.name,
          list: <p>the list</p>,
          create: <EntityCreate entity={contact} />,
          edit: <EntityEdit entity={contact} />,
        },
      ],
      address,
      api.base,
    );
  const user = userEvent.setup();
  const addValue = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add a value' }));
    await user.type(screen.getByRole('textbox', { name: 'Column' }), 'city');
    await user.type(screen.getByRole('textbox', { name: /^Value/ }), 'Ilam');
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  const notice = () => screen.findByText(/did not keep these values: “Other values”\./);

  test('names what the server lost of a new record, and does not offer it again', async () => {
    open('/contact/create');
    await user.type(await screen.findByRole('textbox', { name: /Phone/ }), '9841000001');
    await addValue();
    await notice();
    await screen.findByText('the list');
    cleanup();
    open('/contact/create');
    await screen.findByRole('textbox', { name: /Phone/ });
    expect(screen.queryByRole('button', { name: 'Add a value' })).toBeNull();
  });

  test('names what the server lost of a change', async () => {
    open(`/contact/${uuid}`);
    await addValue();
    await notice();
  });

  test('says nothing about a record that was kept', async () => {
    open('/contact/create');
    await user.type(await screen.findByRole('textbox', { name: /Phone/ }), '9841000001');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Contact added');
    expect(screen.queryByText(/did not keep/)).toBeNull();
  });
});

describe('what saves beside the generated forms', () => {
  const sent = { phone: '+9779841000001', attributes: { city: 'Ilam' } };
  const queue: Queue = { entity: entityOf('contact'), since: 'created_at', to: String, decide: ['x', 'get'] };
  const saves: Record<string, () => () => Promise<unknown>> = {
    'a change of many records': () => {
      const api = useDataProvider();
      const data = { ...kept, ...sent };
      return () => api.updateMany('contact', { ids: [uuid], data });
    },
    'a form inside a page': () => {
      const write = () => http.json(contact.path, { body: sent });
      const { save } = useFormSave(contact, write, () => undefined);
      return () => save(sent);
    },
    'a decision, whose answer is no record': () => {
      const { send } = useDecision(queue, { ...kept, id: uuid, created_at: '' });
      made = { detail: 'It is rejected.' };
      return () => send(() => http.json(contact.path, { body: sent }), 'Done.', sent);
    },
  };
  test.each(Object.entries(saves))('%s names what the server lost', async (_, use) => {
    renderConsole([{ name: contact.name, list: <Save use={use} /> }], '/contact', api.base);
    await userEvent.click(await screen.findByRole('button', { name: 'Do it' }));
    await screen.findByText(/did not keep these values: “Other values”\./);
  });
});

describe('of values that were sent', () => {
  const sent = { name: 'Ram', phone: '+9779841000001', attributes: { city: 'Ilam' }, is_active: true };
  const shownAfter = async (
    values: Record<string, unknown>,
    answer: unknown,
    entity: Outline = entityOf('contact'),
  ) => {
    render(
      <CoreAdminContext>
        <Toasts />
      </CoreAdminContext>,
    );
    await act(() => tellNotKept(entity, values, answer));
    await act(async () => undefined);
    return screen.queryByText(/did not keep/)?.textContent;
  };

  test.each<[string, Record<string, unknown>, unknown]>([
    ['all that have a value are in the answer', sent, { ...kept, attributes: { city: 'ILAM' } }],
    ['only empty ones are missing', { ...sent, name: '', attributes: {} }, { uuid, phone: '9841000001' }],
    ['a switch that nobody touched is missing', { phone: '1', is_active: true }, { uuid, phone: '1' }],
    ['the server answers nothing', sent, undefined],
    ['it answers with a sentence', sent, { detail: 'Created.' }],
  ])('nothing is said where %s', async (_, values, answer) => {
    hasRecord = false;
    expect(await shownAfter(values, answer)).toBeUndefined();
  });

  test('a short answer is no loss: the record is read', async () => {
    expect(await shownAfter({ ...sent, attributes: {} }, { uuid })).toBeUndefined();
    expect(api.urls()).toEqual([`GET /v1/core/contacts/${uuid}/`]);
  });

  test('without the record, an answer that has some of them is believed', async () => {
    hasRecord = false;
    await shownAfter(sent, { data: kept });
    await waitFor(() => expect(screen.getByText(/“Other values”/)).toBeTruthy());
  });

  test('what has no address of its own is not read again', async () => {
    const values = { name: 'Sita', phone: '+9779841000001' };
    expect(await shownAfter(values, { uuid, name: 'Sita' }, ownUser)).toContain('“Mobile number”');
    expect(api.urls()).toEqual([]);
  });

  test('a secret is not expected back', async () => {
    const link = entityOf('admin/operator-links');
    expect(await shownAfter({ name: 'One', password: 'x' }, { uuid, name: 'One' }, link)).toBeUndefined();
  });

  test('a server that names its features has every field', async () => {
    setUser(readProfile({ uuid, name: 'Sita', offers: ['exports'] }) ?? null);
    expect(await shownAfter(sent, kept)).toBeUndefined();
    expect(api.urls()).toEqual([]);
  });
});
