import { expect, test } from 'vitest';
import type { HealthCheck } from '#schema/setupHealth.ts';
import { healthText } from '../../../src/resources/operations/settings/healthText.ts';

const textOf = (check: object) =>
  healthText((key, values) => `${key} ${JSON.stringify(values)}`, check as HealthCheck);

test('figures are written as people read them, and count', () => {
  const text = textOf({ name: 'backup', reason: 'old', values: { count: 1200 } });
  expect(text).toBe(
    'health.texts.backup.old {"variable":"note_backup()","count":"1,200","smart_count":1200,"_":"old"}',
  );
});

test.each(['mail', 'payments'])('a secret of %s that cannot be read names the variable', (name) => {
  expect(textOf({ name, reason: 'unreadable' })).toContain('"variable":"SECRET_KEY"');
});

test.each([null, undefined])('an API may give no figures: %s', (values) => {
  expect(textOf({ name: 'disk', reason: 'full', values })).toBe('health.texts.disk.full {"_":"full"}');
});
