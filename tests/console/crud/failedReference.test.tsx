import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ReceiptLink } from '../../../src/resources/billing/payments/ReceiptLink.tsx';
import { RefusedRows } from '../../../src/resources/messaging/compose/RefusedRows.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aPlan, renderPage } from '../support/messagingConsole.tsx';
import { aPayment } from '../support/paymentsConsole.tsx';
import { id, pageOf, people, setUpLists } from './entityListSetup.tsx';

const setup = setUpLists();
const fault = {
  status: 500,
  body: { detail: 'The server failed.', code: 'x', request_id: 'id-of-a-failure' },
};

const toastOf = async (text: RegExp) =>
  (await screen.findByText(text)).closest('.toast')?.textContent?.replace(/\s+/g, ' ');

test('a file that the server could not write names its request', async () => {
  setup.contacts = ({ url }) => (url.includes('/export/') ? fault : { body: pageOf(people) });
  pointTo(setup.api.base);
  setup.open();
  await userEvent.click(await screen.findByRole('button', { name: /^Export/ }));
  expect(await toastOf(/no file was saved\. The server failed\./)).toContain('id-of-a-failure');
});

test('rows that the server could not delete after others name the request', async () => {
  pointTo(setup.api.base, []);
  let deleted = 0;
  setup.contacts = ({ method }) => {
    if (method !== 'DELETE') return { body: pageOf(people) };
    deleted += 1;
    return deleted > 1 ? fault : { status: 204, body: undefined };
  };
  setup.open();
  await screen.findByText('Person 1');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('3 deleted');
  for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click();
  await waitFor(() => expect(deleted).toBeGreaterThan(1));
  expect(await toastOf(/The server failed\./)).toContain('id-of-a-failure');
});

test.each([
  ['Download receipt', 'receipt', <ReceiptLink key="receipt" payment={aPayment({ receipt: id(1) })} />],
  [
    'Download all excluded (CSV)',
    'file',
    <RefusedRows key="rows" plan={aPlan({ refused: { ...aPlan().refused, invalid: 1 } })} />,
  ],
])('“%s” that fails on the server names its request', async (name, what, page) => {
  pointTo(setup.api.base);
  setup.contacts = () => fault;
  renderPage('/', page);
  await userEvent.click(await screen.findByRole('button', { name }));
  const toast = await toastOf(new RegExp(`^The ${what} could not be downloaded\\. The server failed\\.`));
  expect(toast).toContain('id-of-a-failure');
});
