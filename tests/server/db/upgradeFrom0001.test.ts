import { expect, test } from 'vitest';
import { recorded, recordedFor, upgradeTests } from './upgrade.ts';

test('the schemas before the newest are recorded: at least the first', () => {
  expect(recorded).toContain('0001_baseline');
});

upgradeTests(recordedFor(import.meta.filename));
