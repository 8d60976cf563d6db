import { expect, test } from 'vitest';
import { isStorable } from '#schema/storable.ts';
import { valueAt } from '../../../../server/services/sending/http/values.ts';

test('what an operator answers can be stored, also where it is cut within a character', () => {
  for (const reason of [`${'x'.repeat(254)}😀`, 'a\0b', 'a\ud83db']) {
    const value = valueAt({ error: { reason } }, 'error.reason');
    expect(isStorable(value)).toBe(true);
    expect(value.length).toBeLessThanOrEqual(255);
  }
});
