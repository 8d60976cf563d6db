import { expect, test } from 'vitest';
import { canAccess, isServed } from '../../../src/core/access.ts';
import { offers } from '../../../src/core/offers.ts';
import { offersAction } from '../../../src/core/offersAction.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { visibleMenu } from '../../../src/layout/menu.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

const configured = (config: object) => {
  pointTo('');
  const element = document.getElementById('config');
  if (element) element.textContent = JSON.stringify(config);
};

const profileOffers = (offered: string[] | null | undefined) => {
  signInCustomer();
  const user = getUser();
  if (user) setUser({ ...user, offers: offered });
};

test.each([
  ['nobody says it', {}, undefined, false],
  ['the profile has nothing', {}, null, false],
  ['the profile has it', {}, ['plans'], true],
  ['the profile has others', {}, ['exports'], false],
  ['the configuration has it', { offers: ['plans'] }, undefined, true],
  ['the configuration has all', { offers: 'all' }, undefined, true],
  ['the configuration has none, and counts', { offers: [] }, ['plans'], false],
  ['the configuration says no list', { offers: { plans: true } }, ['plans'], true],
])('a feature is offered or not: %s', (_, config, profile, expected) => {
  configured(config);
  profileOffers(profile);
  expect(offers('plans')).toBe(expected);
});

test('without an offer there is what the catalogue has, and no more', () => {
  pointTo('', []);
  signInCustomer();
  expect(canAccess('contact')).toBe(true);
  expect(canAccess('contact', 'create')).toBe(true);
  expect(canAccess('contact', 'edit')).toBe(true);
  expect(offersAction('contact', 'bulk')).toBe(false);
  expect(offersAction('contact', 'export')).toBe(false);
  expect(canAccess('contact/imports')).toBe(false);
  expect(canAccess('sms')).toBe(true);
  expect(canAccess('sms', 'show')).toBe(true);
  expect(offersAction('sms', 'show')).toBe(false);
  expect(canAccess('settings/api-keys')).toBe(false);
  expect(isServed('admin/search')).toBe(false);
  const labels = visibleMenu().map(({ label }) => label);
  expect(labels).toContain('menu.sms');
  expect(labels).not.toContain('menu.developers');
  pointTo('');
  expect(visibleMenu().map(({ label }) => label)).toContain('menu.developers');
});
