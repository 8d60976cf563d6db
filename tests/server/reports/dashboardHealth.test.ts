import { expect, test } from 'vitest';
import type { HealthCheck } from '#schema/setupHealth.ts';
import { shownOnDashboard } from '../../../server/services/reports/setupHealth.ts';

const secrets = (state: HealthCheck['state'], reason: string): HealthCheck => ({
  name: 'secrets',
  state,
  reason,
});
const backup: HealthCheck = { name: 'backup', state: 'warning', reason: 'unknown' };
const worst = (check: HealthCheck, hasList: boolean) =>
  shownOnDashboard({ isDemo: false, checks: [backup, check] }, hasList)?.name;

test('a missing key of the secrets is not said beside the set-up list, which says it too', () => {
  expect(worst(secrets('error', 'missing'), true)).toBe('backup');
  expect(worst(secrets('error', 'missing'), false)).toBe('secrets');
});

test('what the list does not say of the key is said beside it', () => {
  expect(worst(secrets('error', 'file'), true)).toBe('secrets');
});
