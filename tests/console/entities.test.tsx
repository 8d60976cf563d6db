import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { contents } from '../../src/App.tsx';
import { endSession } from '../../src/core/session.ts';
import { messagesOf } from '../../src/i18n/texts.ts';
import { activeRoute, entriesOf, isGroup, menu } from '../../src/layout/menu.ts';
import { isResource } from '../../src/layout/Shell.tsx';
import { ProfilePage } from '../../src/resources/people/profile/ProfilePage.tsx';
import { flat } from '../support/flatTexts.ts';
import { signInCustomer } from './support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from './support/jsonServer.ts';
import { pageOf, renderPage, uuid } from './support/messagingConsole.tsx';

/** Entities that are part of the profile page, and have no resource of their own. */
const onProfile = ['profile/account', 'viber/identities'];

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

/** The specification's menu has no entry that leads to them, or that they belong to. */
const lightsNone = ['sms/sender-identities'];

/** Entities without an entry of the menu, and how people come to them. */
const reached: Readonly<Record<string, string>> = {
  ...Object.fromEntries(onProfile.map((name) => [name, 'a part of the profile page'])),
  'admin/account-packages': 'from an account’s page',
  'admin/credit-limits': 'a button of the accounts',
  'admin/online-payments': 'a tab beside the credit requests',
  'admin/monthly-invoices': 'a tab beside the credit requests',
  'admin/payment-refunds': 'a tab beside the credit requests',
  'admin/wallet-adjustments': 'a button of the wallets',
  'admin/wallet-entries': 'a button of the wallets',
  'contact/groups': 'a tab beside the contacts',
  'contact/imports': 'a tab beside the contacts',
  'settings/blacklist/imports': 'a tab beside the blacklist',
  'settings/webhook-deliveries': 'from a webhook’s page',
  'sms/sender-identities': 'from the profile and the page that sends',
  'sms/dispatch': 'from campaigns, contacts, the search and the keyboard',
  'wallet/daily-consumption': 'a tab beside the top-ups',
  'wallet/history': 'a tab beside the top-ups',
  'wallet/invoices': 'a tab beside the top-ups',
};

const inMenu = new Set(entriesOf().map(({ route }) => route));

describe.each(entities.map((entity) => [entity.name, entity] as const))(
  '%s is whole:',
  (name, { fields }) => {
    test('it is in the menu, or it is said here how people come to it', () =>
      expect({ menu: inMenu.has(name), reached: reached[name] }).toEqual(
        name in reached ? { menu: false, reached: expect.any(String) } : { menu: true },
      ));

    test.skipIf(onProfile.includes(name))(
      'its pages light an entry of the menu, or are said to light none',
      () =>
        expect([
          menu.some((item) => isGroup(item) && item.unlit?.includes(name)),
          activeRoute(`/${name}`),
        ]).toEqual(lightsNone.includes(name) ? [true, undefined] : [false, expect.any(String)]),
    );

    test.each([
      ['English', flat(messagesOf('en'))],
      ['Nepali', flat(messagesOf('ne'))],
    ])('it has texts in %s: its name, its fields, its choices', (_, texts) => {
      const missing: string[] = [];
      const need = (...keys: string[]) => {
        if (!keys.some((key) => texts.has(key))) missing.push(keys.join(' or '));
      };
      need(`resources.${name}.name`);
      for (const [field, { choices, list, write }] of Object.entries(fields)) {
        if (list || write !== 'never') need(`resources.${name}.fields.${field}`);
        for (const choice of choices ?? [])
          need(
            `resources.${name}.choices.${field}.${choice}`,
            `crud.choices.${choice}`,
            `resources.${choice}.name`,
          );
      }
      expect(missing).toEqual([]);
      // Singular and plural.
      expect(texts.get(`resources.${name}.name`)?.split('||||')).toHaveLength(2);
    });
  },
);

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
