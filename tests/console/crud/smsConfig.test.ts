import { expect, it } from 'vitest';
import { readSmsConfig } from '../../../src/crud/useSmsConfig.ts';

it.each([
  ['nothing', undefined, {}],
  ['a text', { data: 'later' }, {}],
  [
    'prices as text',
    { data: { prices: [{ operator: 'ntc', price: '150.0000' }] } },
    { prices: [{ operator: 'ntc', price: 150 }] },
  ],
  [
    'prices that are none',
    { prices: [{ operator: 'ntc' }, null, 'x'], parts_max: 6 },
    { prices: [], parts_max: 6 },
  ],
  ['a plan that cannot be read', { prices: null, ranges: [{ operator: 'ntc' }] }, { prices: [] }],
])('the settings of sending are read from %s', (_, answer, config) => {
  expect(readSmsConfig(answer)).toEqual(config);
});
