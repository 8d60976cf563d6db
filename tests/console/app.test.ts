import { expect, test } from 'vitest';
import { prefetch } from '../../src/App.tsx';
import { isAtHand } from '../../src/start/screen.ts';

const ID = '01890000-0000-7000-8000-000000000001';

// The start fetches the first screen between having this code and drawing it.
test.each([
  '/',
  '/contact',
  '/contact/create',
  `/contact/${ID}`,
  `/contact/${ID}/show`,
  '/sms/bulk-sms',
  `/kyc/${ID}`,
  `/wallet/invoices/${ID}`,
])('the screen at %s is known before anything is drawn', async (path) => {
  expect(isAtHand(path)).toBe(false);
  await prefetch(path);
  expect(isAtHand(path)).toBe(true);
});
