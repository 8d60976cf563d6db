import { expect, test } from 'vitest';
import { setUpErasure } from './erasureSetup.ts';

const { erase } = setUpErasure();

test('a bad number and an empty reference are named in one answer', async () => {
  const { status, body } = await erase('customer', { phone: '98', reference: ' ' });
  expect(status).toBe(400);
  expect(body.errors).toEqual({
    phone: ['The number has too few digits; a mobile number of Nepal has ten.'],
    reference: ['Required'],
  });
});

test.each([
  [{ phone: '014412345', reference: 'Letter 12' }, { phone: ['A landline cannot receive SMS.'] }],
  [{ phone: '', reference: 'Letter 12' }, { phone: ['Required'] }],
])('%j is refused once', async (asked, errors) => {
  expect((await erase('customer', asked)).body.errors).toEqual(errors);
});
