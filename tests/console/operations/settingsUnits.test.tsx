import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { SettingsPage } from '../../../src/resources/operations/settings/SettingsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
const stored = { two_factor_roles: [], second_person_above: 500_000, step_up_minutes: 15, fixed: [] };
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) =>
    response.end(JSON.stringify({ data: url?.includes('/settings/') ? stored : getUser() })),
  );
});
afterAll(() => server.stop());
beforeEach(() => signInStaff('admin'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en', digits: 'latin' });
});

/** What the form says of an amount and of a number. */
async function said(amount: string, minutes: string): Promise<string[]> {
  renderPage('/admin/settings/*', <SettingsPage />, '/admin/settings/security');
  const hand = userEvent.setup();
  const money = await screen.findByDisplayValue('5000.00');
  const number = screen.getByDisplayValue('15');
  for (const [field, text] of [
    [money, amount],
    [number, minutes],
  ] as const) {
    await hand.clear(field);
    await hand.type(field, text);
  }
  await hand.click(screen.getByRole('button', { name: /^(Save|सुरक्षित गर्नुहोस्)$/ }));
  const text = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  await screen.findAllByText(/At |कम्तीमा|बढीमा/);
  return [text(money), text(number)];
}

test('what is too much is said in the unit of its field', async () => {
  expect(await said('999999999999', '99999')).toEqual(['At most Rs. 1,00,00,00,000.00', 'At most 1,200']);
});

test('so is what is too little, in Nepali too', async () => {
  preferences.set({ language: 'ne' });
  expect(await said('-5', '0')).toEqual(['कम्तीमा रु. 0.00', 'कम्तीमा 1']);
});
