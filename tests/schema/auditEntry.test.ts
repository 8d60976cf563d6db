import { expect, test } from 'vitest';
import { auditEntry, entities } from '#schema/index.ts';

const types = auditEntry.fields.entity.choices ?? [];
const names = entities.map(({ name }) => name);

test('the audit log names every entity by itself, and some pages and files', () => {
  const others = types.filter((type) => !names.includes(type));
  expect(others).toEqual([
    'admin/settings',
    'admin/failover',
    'admin/reports',
    'reports',
    'files',
    'invoices',
  ]);
  expect(types).toContain(auditEntry.name);
  expect(new Set(types).size).toBe(types.length);
});

test('it leaves out what is only read, and the customers’ views of records that staff know by another name', () => {
  expect(names.filter((name) => !types.includes(name)).sort()).toEqual([
    'admin/account-packages',
    'admin/online-payments',
    'packages/active-packages',
    'packages/sms',
    'profile/account',
    'sms/sender-identities',
    'team',
    'viber/identities',
  ]);
});
