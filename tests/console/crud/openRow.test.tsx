import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contact } from '#schema/contact.ts';
import { webhookDelivery } from '#schema/webhook.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ConfirmDialog } from '../../../src/crud/ConfirmDialog.tsx';
import { EntityList } from '../../../src/crud/EntityList.tsx';
import { EntityShow } from '../../../src/crud/EntityShow.tsx';
import { screen as laterScreen, registerScreen } from '../../../src/start/screen.ts';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';

const uuid = '01890000-0000-7000-8000-000000000001';
const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const person = {
  ...{ uuid, name: 'Ram Thapa', phone: '+9779841000001', operator: 'ntc', groups: [], attributes: {} },
  ...{ is_active: true, ...times },
};
const results = [person];

let api: Awaited<ReturnType<typeof startApi>>;
const list = (
  <EntityList
    entity={contact}
    columns={['name', 'phone', { name: 'note', label: 'Note', render: () => <input aria-label="Note" /> }]}
    rowActions={() => <button type="button">Act</button>}
  />
);
const asking = (
  <EntityList
    entity={contact}
    rowActions={() => (
      <ConfirmDialog open title="Sure?" confirm="Yes" onConfirm={() => {}} onClose={() => {}}>
        <table>
          <tbody>
            <tr>
              <td>It is final</td>
              <td>
                <Link className="crud-title" to={`/contact/${uuid}/show`}>
                  The record
                </Link>
              </td>
            </tr>
          </tbody>
        </table>
      </ConfirmDialog>
    )}
  />
);

beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  api = await startApi(() => ({ body: { count: 1, next: null, previous: null, results } }));
});
afterEach(async () => {
  window.getSelection()?.removeAllRanges();
  cleanup();
  await api.close();
});

const open = async (element = list) => {
  renderConsole([{ name: 'contact', list: element, show: <p>One person</p> }], '/contact', api.base);
  return screen.findByText(/1000001/);
};
const isOpened = () => screen.queryByText('One person') !== null;

test('a press anywhere on a row opens its record', async () => {
  const phone = await open();
  await userEvent.click(phone);
  expect(isOpened()).toBe(true);
});

test('the record is shown as the row has it before the server answers', async () => {
  renderConsole([{ name: 'contact', list, show: <EntityShow entity={contact} /> }], '/contact', api.base);
  const phone = await screen.findByText(/1000001/);
  const answer = api.hold();
  await userEvent.click(phone);
  expect(screen.getByRole('heading', { name: 'Ram Thapa' })).toBeTruthy();
  answer();
});

test('what has a press of its own keeps it', async () => {
  await open();
  const hand = userEvent.setup();
  await hand.click(screen.getByRole('button', { name: 'Act' }));
  await hand.click(screen.getByRole('textbox', { name: 'Note' }));
  await hand.click(screen.getByRole('checkbox', { name: /Ram Thapa/ }));
  const cell = screen.getByRole('checkbox', { name: /Ram Thapa/ }).closest('td') as HTMLElement;
  await hand.click(cell);
  expect(isOpened()).toBe(false);
});

test('selecting text opens nothing, and neither does another button of the mouse', async () => {
  const phone = await open();
  window.getSelection()?.selectAllChildren(phone);
  fireEvent.click(phone);
  window.getSelection()?.removeAllRanges();
  fireEvent.click(phone, { button: 1 });
  expect(isOpened()).toBe(false);
});

test('with Ctrl or Cmd it is left to the browser, as a press on the link is', async () => {
  const phone = await open();
  const link = screen.getByRole('link', { name: 'Ram Thapa' });
  const clicks: boolean[] = [];
  link.addEventListener('click', (event) => {
    clicks.push(event.ctrlKey);
    // jsdom has no other tab to open it in.
    event.preventDefault();
  });
  fireEvent(phone, createEvent.click(phone, { ctrlKey: true }));
  expect(clicks).toEqual([true]);
  expect(isOpened()).toBe(false);
});

test('a dialog that a row has opened is no part of the row', async () => {
  await open(asking);
  await userEvent.click(await screen.findByText('It is final'));
  expect(isOpened()).toBe(false);
});

test('the keyboard has one link a row', async () => {
  await open();
  const row = screen.getByRole('link', { name: 'Ram Thapa' }).closest('tr') as HTMLElement;
  expect([row.tabIndex, row.querySelectorAll('a').length]).toEqual([-1, 1]);
});

test('the page of a record is loaded once the rows are shown', async () => {
  const load = vi.fn(async () => () => <h1>The record</h1>);
  // The console itself has no page of one: what is registered here stays for the files after this one.
  const { name } = webhookDelivery;
  registerScreen(`${name}/:id/show`, laterScreen(load, []));
  renderConsole([{ name, list: <EntityList entity={webhookDelivery} />, show: <p /> }], `/${name}`, api.base);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), 5000);
});
