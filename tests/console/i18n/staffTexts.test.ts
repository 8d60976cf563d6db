import Cookies from 'js-cookie';
import { describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import type { Role } from '#schema/permissions.ts';
import { endSession, isStaffHere, setUser, startActing, stopActing } from '../../../src/core/session.ts';
import { texts as english } from '../../../src/i18n/english.ts';
import { texts as englishStaff } from '../../../src/i18n/englishStaff.ts';
import { texts as nepali } from '../../../src/i18n/nepali.ts';
import { texts as nepaliStaff } from '../../../src/i18n/nepaliStaff.ts';
import { customerModules, customerScreens, mayBeCustomers } from '../../support/customerSource.ts';
import { fits, flat, keysInSource, plainKeys } from '../../support/i18nKeys.ts';

/** Parts of customers' modules that are drawn for staff alone. */
const STAFFS = [
  'src/resources/dashboard/StaffDashboard.tsx',
  'src/resources/search/SearchPage.tsx',
  'src/resources/operations/settings/SettingsPage.tsx',
  'src/resources/people/kyc/KycReview.tsx',
  'src/resources/people/kyc/KycCorrect.tsx',
  'src/resources/operations/failover/FailoverPage.tsx',
  'src/crud/review/Age.tsx',
  'src/crud/review/QueueBar.tsx',
  'src/crud/review/QueueNote.tsx',
];
/** An API key's own words name the pairs that customers hold; these are of those that only staff do. */
const PAIRS = /^users\.pairs?\./;

const everybodys = flat(english.messages);
const staffs = [...flat(englishStaff.messages).keys()].filter((key) => !everybodys.has(key));

test('staff have some hundred texts more than customers, the same in both languages', () => {
  const known = flat(nepali.messages);
  const more = [...flat(nepaliStaff.messages).keys()].filter((key) => !known.has(key));
  expect(more.sort()).toEqual(staffs.sort());
  const theirs = entities
    .filter(({ name }) => !mayBeCustomers(name))
    .map(({ name }) => `resources.${name}.name`);
  expect(theirs).not.toEqual([]);
  expect(theirs.filter((key) => !more.includes(key))).toEqual([]);
});

test('no page that customers come to asks for a text that only staff have', () => {
  const modules = customerModules(new Set(STAFFS));
  const screens = customerScreens().filter((path) => !STAFFS.includes(path));
  expect(screens).not.toEqual([]);
  expect(screens.filter((path) => !modules.has(path))).toEqual([]);
  for (const path of ['src/resources/messaging/compose/WriteStep.tsx', 'src/resources/people/kyc/OwnKyc.tsx'])
    expect(modules).toContain(path);
  const ofCustomers = staffs.filter(
    (key) => !PAIRS.test(key) && (!key.startsWith('resources.') || mayBeCustomers(key.split('.')[1] ?? '')),
  );
  const { literals, templates } = keysInSource(
    new Set([...everybodys.keys(), ...staffs].map((key) => key.split('.')[0] ?? '')),
  );
  const asked = [...literals, ...templates].filter(({ at }) => modules.has(at.split(':')[0] ?? ''));
  const read = new Set(asked.map(({ key }) => key));
  expect(plainKeys((path) => modules.has(path)).filter((key) => !read.has(key))).toEqual([]);
  const missing = asked.filter(({ key }) =>
    ofCustomers.some((text) => text.startsWith(`${key}.`) || fits(key, text)),
  );
  expect(missing.map(({ key, at }) => `${at} ${key}`)).toEqual([]);
});

test('texts come for everybody first, and for staff with what they alone read', async () => {
  // A copy of its own: the tests' start has fetched everything in the other.
  const path = '../../../src/i18n/texts.ts?fresh';
  const fresh: typeof import('../../../src/i18n/texts.ts') = await import(/* @vite-ignore */ path);
  await fresh.loadTexts('ne', false);
  expect([fresh.hasTexts('ne', false), fresh.hasTexts('ne', true)]).toEqual([true, false]);
  expect(fresh.messagesOf('ne')).not.toHaveProperty('audit');
  await fresh.loadTexts('ne', true);
  expect(fresh.hasTexts('ne', true)).toBe(true);
  expect(fresh.messagesOf('ne')).toHaveProperty('audit');
  expect(fresh.serverSentence('Signed out.')).toBe('साइन आउट भयो।');
  // Staff's hold all: customers' need not be asked for.
  await fresh.loadTexts('en', true);
  expect(fresh.hasTexts('en', false)).toBe(true);
});

describe('who reads staff’s texts', () => {
  const aUser = (role: Role) => ({ role, ui_permissions: [] }) as never;
  const cookie = () => Cookies.get('staff') === '1';

  test('is known by the user, and before there is one by what the last page left', () => {
    expect(isStaffHere()).toBe(false);
    setUser(aUser('support'));
    expect([isStaffHere(), cookie()]).toEqual([true, true]);
    setUser(aUser('customer'));
    expect([isStaffHere(), cookie()]).toEqual([false, false]);
    setUser(aUser('admin'));
    endSession();
    expect([isStaffHere(), cookie()]).toEqual([false, false]);
    Cookies.set('staff', '1', { path: '/' });
    expect(isStaffHere()).toBe(true);
  });

  test('follows who staff are signed in as', () => {
    Cookies.set('token', 'own', { path: '/' });
    setUser(aUser('support'));
    startActing('acting');
    expect(cookie()).toBe(false);
    stopActing();
    expect(cookie()).toBe(true);
  });
});
