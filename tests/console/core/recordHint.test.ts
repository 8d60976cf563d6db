import { expect, it } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { recordHint } from '../../../src/core/recordHint.ts';

const account = entityOf('admin/accounts');
const himal = { name: 'Himal Traders', pan: null, created_at: '2026-01-02T03:04:05Z' };

it('tells accounts of one name, one day and no PAN apart by the address of their owner', () => {
  const hints = ['sita@example.com', 'ram@example.com'].map((owner_email) =>
    recordHint(account, { ...himal, owner_email }, himal.name),
  );
  expect(hints).toEqual(['sita@example.com · 2 Jan 2026', 'ram@example.com · 2 Jan 2026']);
});
