import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useGetOne } from 'ra-core';
import { useParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { contact } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { DeleteButton, type Row } from '../../../src/crud/DeleteButton.tsx';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { closeToasts, id, pageOf, people, person, setUpLists } from './entityListSetup.tsx';

const setup = setUpLists();

function Page() {
  const { data } = useGetOne<Row>(contact.name, { id: useParams().id ?? '' });
  return data ? <DeleteButton entity={contact} record={data} /> : null;
}

/** Deletes Person 2 on its page, opened by a link, so that the list is read only afterwards. */
async function removeByPage() {
  const server = { people: [...people] };
  setup.contacts = ({ method, url }) => {
    if (method === 'DELETE') {
      server.people = server.people.filter(({ uuid }) => !url.includes(uuid));
      return { status: 204 };
    }
    return url.includes(id(2)) ? { body: { data: person(2) } } : { body: pageOf(server.people) };
  };
  renderConsole(
    [
      { name: contact.name, list: <EntityList entity={contact} />, show: <Page /> },
      { name: contactGroup.name },
    ],
    `/contact/${id(2)}/show`,
    setup.api.base,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Person 1');
}
const lists = () => setup.contactUrls().filter((url) => url.startsWith('GET') && !url.includes(id(2))).length;

it('a record that was deleted on its page is not in the list, before and after the server has deleted it', async () => {
  await removeByPage();
  expect(screen.queryByText('Person 2')).toBeNull();
  expect(screen.getByText('1–2 of 2')).toBeTruthy();
  const before = lists();
  await closeToasts();
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
  await screen.findByText('1–2 of 2');
  expect(screen.queryByText('Person 2')).toBeNull();
});

it('Undo brings it back to the list', async () => {
  await removeByPage();
  expect(screen.queryByText('Person 2')).toBeNull();
  await waitFor(() => {
    document.querySelector<HTMLElement>('.toast-action')?.click();
    expect(screen.queryByText('Person 2')).not.toBeNull();
  });
  expect(setup.api.urls().filter((url) => url.startsWith('DELETE'))).toEqual([]);
});

it('a record that the server does not delete is in the list again', async () => {
  await removeByPage();
  expect(screen.queryByText('Person 2')).toBeNull();
  const answer = setup.contacts;
  setup.contacts = (asked) =>
    asked.method === 'DELETE' ? { status: 409, body: { detail: 'It is in use.' } } : answer(asked);
  await closeToasts();
  await screen.findByText('Person 2');
});

it('records that were deleted together are not in a list that is read before Undo is over', async () => {
  setup.open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Person 2')).toBeNull());
  await user.type(screen.getByRole('searchbox'), 'Person');
  await waitFor(() => expect(setup.contactUrls().at(-1)).toContain('search=Person'));
  await screen.findByText('1–2 of 2');
  expect(screen.queryByText('Person 2')).toBeNull();
});
