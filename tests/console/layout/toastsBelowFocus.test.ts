import { expect, it } from 'vitest';
import { belowFocus } from '../../../src/layout/useToastsTop.ts';

const toasts = { left: 1000, right: 1384, height: 90 };

it.each([
  ['below what has the focus', { left: 1268, right: 1360, top: 197, bottom: 233 }, 241],
  ['at the top if it is beside them', { left: 20, right: 400, top: 197, bottom: 233 }, 187],
  ['at the top if it is above them', { left: 1268, right: 1360, top: 140, bottom: 187 }, 187],
  ['at the top if it is below them', { left: 1268, right: 1360, top: 277, bottom: 300 }, 187],
  ['at the top if there is no room below it', { left: 0, right: 1400, top: 100, bottom: 880 }, 187],
])('toasts are %s', (_, focused, top) => expect(belowFocus(187, toasts, focused, 900)).toBe(top));
