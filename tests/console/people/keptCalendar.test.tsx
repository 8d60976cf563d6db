import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keep, open, selectContinue, setUpKyc, step, values } from './kycSetup.tsx';

setUpKyc();
const dates = async (label: string) => within(await screen.findByRole('group', { name: label }));
const chosen = async (label: string) =>
  (await dates(label)).getByRole<HTMLInputElement>('radio', { checked: true }).parentElement?.textContent;

test('the calendar in which somebody types is that of the next step, after going back, and after a reload', async () => {
  keep(values);
  open('/kyc?step=who');
  await step(1);
  expect(await chosen('Date of birth')).toBe('AD');
  fireEvent.click((await dates('Date of birth')).getByRole('radio', { name: 'BS' }));
  await selectContinue();
  await step(2);
  expect(await chosen('Date of issue')).toBe('BS');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await step(1);
  expect(await chosen('Date of birth')).toBe('BS');
  cleanup();
  open('/kyc?step=document');
  await step(2);
  expect(await chosen('Date of issue')).toBe('BS');
});
