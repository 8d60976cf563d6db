import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { contents } from '../../src/App.tsx';
import { endSession } from '../../src/core/session.ts';
import { isResource } from '../../src/layout/Shell.tsx';
import { ProfilePage } from '../../src/resources/people/profile/ProfilePage.tsx';
import { signInCustomer } from './support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from './support/jsonServer.ts';
import { pageOf, renderPage, uuid } from './support/messagingConsole.tsx';

/** Entities that are part of the profile page, and have no resource of their own. */
const onProfile = ['sms/identities', 'profile/account', 'viber/identities'];

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  endSession();
});

test('every entity of the contract is a resource of the console or on the profile page, and once', () => {
  const resources = contents.filter(isResource);
  const registered = resources.map(({ props }) => props.name);
  expect([...registered, ...onProfile].sort()).toEqual(entities.map(({ name }) => name).sort());
});

test('the profile page asks for those that it shows', async () => {
  signInCustomer();
  server.reply(200, { ...pageOf(), data: { uuid: uuid(1), name: 'Himal Traders' } });
  renderPage('/profile', <ProfilePage />);
  const paths = entities.filter(({ name }) => onProfile.includes(name)).map(({ path }) => path);
  await waitFor(() =>
    expect(paths.filter((path) => !server.seen.some(({ url }) => url.startsWith(path)))).toEqual([]),
  );
});
