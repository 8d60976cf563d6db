import { expect, test } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { recordTitle } from '../../../src/core/labels.ts';

test('a record that is named by its number has it as every page shows it', () => {
  const phone = '+9779841000001';
  expect(recordTitle(entityOf('contact'), { name: null, phone })).toBe('+977 9841000001');
  expect(recordTitle(entityOf('contact'), { name: phone, phone })).toBe(phone);
  expect(recordTitle(entityOf('settings/blacklist'), { phone: '+14155550100' })).toBe('+14155550100');
});
