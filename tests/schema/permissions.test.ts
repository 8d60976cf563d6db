import { describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { allows, grantable, type Pair, pairsOf, roles } from '#schema/permissions.ts';

describe('allows', () => {
  const held = [
    ['contact-list', 'get'],
    ['bulk-sms', 'post'],
  ] as const;
  test('needs name and verb in one pair', () => {
    expect(allows(held, ['contact-list', 'get'])).toBe(true);
    expect(allows(held, ['contact-list', 'post'])).toBe(false);
    expect(allows(held, ['bulk-sms', 'get'])).toBe(false);
  });
  test.each([[[]], [null], [undefined]])('denies on %j', (list) =>
    expect(allows(list, ['contact-list', 'get'])).toBe(false),
  );
  test('gives a boolean back as it is', () => {
    expect(allows([], true)).toBe(true);
    expect(allows(held, false)).toBe(false);
  });
});

test('support staff write nothing', () => {
  expect(roles.support.filter(([, verb]) => verb === 'post')).toEqual([]);
});

test('no role holds a pair twice, and administrators hold every pair that an entity asks for', () => {
  for (const pairs of Object.values(roles)) {
    expect(new Set(pairs.map((pair) => pair.join(' '))).size).toBe(pairs.length);
  }
  for (const { read, write, name } of entities) {
    for (const pair of [read, write]) if (pair) expect(allows(roles.admin, pair), name).toBe(true);
  }
});

/** What a role holds; read a change of it as a change of access. */
const held = {
  customer: {
    get: `account-export api-key-list black-list campaign-list contact-list credit-daily-consumption erasure kyc-list package-active
      package-history package-list profile-my setting-list sms-dispatch sms-list sms-template-list team-list topup-list
      viber-identity-list webhook-list`,
    post: `account-export api-key-list black-list bulk-sms campaign-list contact-list erasure kyc-submit package-list profile-my
      sms-template-list team-list topup-list webhook-list`,
  },
  support: {
    get: `account-list campaign-list campaign-oversight credit-daily-consumption dashboard-summary kyc-list
      package-active package-history package-list payment-reference-list profile-my report-list sign-in-as sms-dispatch
      sms-list sms-template-list topup-list user-list`,
    post: '',
  },
  /** Besides what customers and support hold. */
  admin: {
    get: `audit-list blocked-keyword-list message-text number-plan-list operator-link-list package-sale-list product-pricing-list
      sender-identity-list wallet-list`,
    post: `account-list audit-list blocked-keyword-list campaign-oversight kyc-list number-plan-list
      operator-link-list package-sale-list payment-reference-list product-pricing-list sender-identity-list
      setting-list sms-dispatch user-list viber-identity-list wallet-list`,
  },
};
const written = (pairs: readonly Pair[]) => pairs.map((pair) => pair.join(' ')).sort();
const listed = (...of: { get: string; post: string }[]) => {
  const pairs = of.flatMap((lists) =>
    (['get', 'post'] as const).flatMap((verb) =>
      lists[verb]
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => `${name} ${verb}`),
    ),
  );
  return [...new Set(pairs)].sort();
};

test('each role holds these pairs', () => {
  expect(written(roles.customer)).toEqual(listed(held.customer));
  expect(written(roles.support)).toEqual(listed(held.support));
  expect(written(roles.admin)).toEqual(listed(held.customer, held.support, held.admin));
});

test('a user holds the role’s pairs, or those that an administrator gave, even if none', () => {
  expect(pairsOf({ role: 'support', ui_permissions: null })).toBe(roles.support);
  const own: Pair[] = [['sms-list', 'get']];
  expect(pairsOf({ role: 'support', ui_permissions: own })).toEqual(own);
  expect(pairsOf({ role: 'admin', ui_permissions: [] })).toEqual([]);
});

test('customers may be given what customers hold, staff what administrators hold', () => {
  expect(grantable('customer')).toBe(roles.customer);
  expect(grantable('support')).toBe(roles.admin);
  expect(grantable('admin')).toBe(roles.admin);
});
