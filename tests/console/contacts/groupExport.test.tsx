import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GroupList } from '../../../src/resources/contacts/groups/GroupList.tsx';
import { startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';

test('the contacts of a group are downloaded from the catalogue’s path, and nothing else is asked for', async () => {
  const api = await startApi(() => ({ body: pageOf({ uuid: uuid(1), name: 'Family', count: 12 }) }));
  onTestFinished(() => void api.close());
  pointTo(api.base, []);
  signInCustomer();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
  });
  renderConsole([{ name: 'contact/groups', list: <GroupList /> }], '/contact/groups', api.base);
  await userEvent.click(await screen.findByRole('button', { name: /^Export.*: Family$/ }));
  await waitFor(() => expect(saved).toEqual(['Family.csv']));
  expect(api.urls().map((url) => url.split('?')[0])).toEqual([
    'GET /v1/contact/contact-group/',
    `GET /v1/core/contacts/${uuid(1)}/export/`,
  ]);
});
