import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { PaymentShow } from '../../../src/resources/billing/topups/PaymentShow.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { aPayment } from '../support/paymentsConsole.tsx';

let server: JsonServer;
let shown: object;
beforeEach(async () => {
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((_, response) => response.writeHead(200).end(JSON.stringify({ data: shown })));
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const open = (payment: object) => {
  shown = aPayment({ uuid: uuid(600), status: 'rejected', ...payment });
  renderConsole(
    [{ name: 'wallet/topup-history', list: <p>list</p>, show: <PaymentShow /> }],
    `/wallet/topup-history/${uuid(600)}/show`,
    server.base,
  );
};

it('a rejected top-up says why, and leads to a new request', async () => {
  open({ reason: 'No transfer with this number.' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(
    /This top-up was rejected\..*Reason: No transfer with this number\..*make a new request/,
  );
  expect(screen.getAllByText(/No transfer with this number/)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Request a top-up' }).getAttribute('href')).toBe(
    '/wallet/topup-history/create',
  );
});

it('of a package it leads to the packages, and nobody who may not buy is led there', async () => {
  open({ kind: 'package', reason: null });
  expect((await screen.findByRole('alert')).textContent).toMatch(/You did not get the package\.If/);
  expect(screen.getByRole('link', { name: 'Buy a package' }).getAttribute('href')).toBe('/packages/sms');
  cleanup();
  signInCustomer((name, verb) => name === 'package-list' && verb === 'post');
  open({ kind: 'package', reason: null });
  await screen.findByRole('alert');
  expect(screen.queryByRole('link', { name: 'Buy a package' })).toBeNull();
});

it('a pending one says nothing of it', async () => {
  open({ status: 'pending' });
  await screen.findByText('Pending');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one whose API does not say what it is for is a package’s if it names one', async () => {
  open({ kind: undefined, package_name: 'Business' });
  expect((await screen.findByRole('alert')).textContent).toMatch(/You did not get the package\./);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Business for Rs/);
});
