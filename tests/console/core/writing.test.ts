import { afterEach, describe, expect, test } from 'vitest';
import { type Pair, roles } from '#schema/permissions.ts';
import { canAccess, isOffered } from '../../../src/core/access.ts';
import { entityOf } from '../../../src/core/entities.ts';
import { endSession, setUser, type User } from '../../../src/core/session.ts';
import { opensForm, SPECIFIED } from '../../../src/core/writing.ts';
import { canWrite } from '../../../src/crud/access.ts';
import { canSubmitKyc } from '../../../src/resources/people/kyc/reviews.ts';

afterEach(() => endSession());

const get = (...names: string[]): Pair[] => names.map((name) => [name, 'get']);
const post = (...names: string[]): Pair[] => names.map((name) => [name, 'post']);

test('the specification’s pairs are those of its section 6', () => {
  expect(SPECIFIED.map((pair) => pair.join(' ')).sort()).toEqual(
    [
      ...[
        'package-list get',
        'package-list post',
        'package-active get',
        'package-history get',
        'sms-list get',
      ],
      ...['bulk-sms post', 'sms-template-list get', 'campaign-list get', 'credit-daily-consumption get'],
      ...['contact-list get', 'topup-list get', 'user-list get', 'black-list get', 'sms-dispatch get'],
      ...['profile-my get', 'setting-list get'],
    ].sort(),
  );
});

const contact = post('contact-list')[0] as Pair;
const buying = post('package-list')[0] as Pair;
const submitting = post('kyc-submit')[0] as Pair;

test.each<
  [
    why: string,
    held: readonly Pair[] | null | undefined,
    write: Pair,
    read: Pair | true | undefined,
    opens: boolean,
  ]
>([
  ['who holds the write pair', [...get('contact-list'), contact], contact, undefined, true],
  ['who holds it and may not read', [contact], contact, undefined, true],
  ['who reads, of a server that knows no write pair', get('contact-list'), contact, undefined, true],
  ['who holds all that the specification has', SPECIFIED, contact, undefined, true],
  [
    'who may send besides: the specification has that pair',
    [...get('contact-list'), ...post('bulk-sms')],
    contact,
    undefined,
    true,
  ],
  ['who does not read it', get('sms-template-list'), contact, undefined, false],
  [
    'who reads, of a server with another write pair',
    [...get('contact-list'), ...post('sms-template-list')],
    contact,
    undefined,
    false,
  ],
  [
    'who reads, of a server with read pairs of its own',
    get('contact-list', 'account-list'),
    contact,
    undefined,
    false,
  ],
  ['buying, whose pair the specification has', get('package-list'), buying, undefined, false],
  ['KYC, which every signed-in user opens', get('profile-my'), submitting, true, true],
  ['KYC of a server that has its pair for others', roles.support, submitting, true, false],
  ['support, which only reads', roles.support, contact, get('contact-list')[0], false],
  ['a list that is empty', [], submitting, true, false],
  ['a list that is missing', undefined, contact, undefined, false],
  ['a list that is null', null, contact, undefined, false],
])('opensForm: %s', (_, held, write, read, opens) => {
  expect(opensForm(held, write, read)).toBe(opens);
});

const user = (ui_permissions: readonly Pair[], change: object = {}): User => ({
  uuid: '0190a000-0000-7000-8000-000000000001',
  name: 'Asha Shrestha',
  email: 'a@b.test',
  phone: null,
  role: 'customer',
  account: {
    uuid: '0190a000-0000-7000-8000-000000000002',
    name: 'A',
    type: 'individual',
    kyc_status: 'none',
  },
  wallet: { balance: 0 },
  ui_permissions: ui_permissions.map(([name, verb]) => [name, verb]),
  ...change,
});
const forms = () => [
  canAccess('contact', 'create'),
  canAccess('contact', 'edit'),
  canWrite(entityOf('contact'), 'delete'),
  canWrite(entityOf('sms/templates'), 'create'),
  canWrite(entityOf('settings/blacklist'), 'create'),
  canAccess('wallet/topup-history/create'),
  canSubmitKyc(),
];

describe('a customer with the specification’s pairs alone', () => {
  test('adds contacts, templates and blacklisted numbers, tops up and submits KYC', () => {
    setUser(user(SPECIFIED));
    expect(forms()).toEqual(Array(7).fill(true));
    expect(isOffered('wallet/topup-history')).toBe(true);
  });

  test('gets no form of what cannot be read', () => {
    setUser(user(get('campaign-list')));
    expect(forms()).toEqual([...Array(6).fill(false), true]);
  });

  test('only reads where the server says what it offers: it has all our pairs', () => {
    setUser(user(SPECIFIED, { offers: [] }));
    expect(forms()).toEqual(Array(7).fill(false));
  });
});
