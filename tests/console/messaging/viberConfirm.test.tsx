import { cleanup, type render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ConfirmText } from '../../../src/resources/messaging/compose/ConfirmText.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aPlan, renderPage } from '../support/messagingConsole.tsx';

beforeEach(() => {
  preferences.set({ language: 'en' });
  signInCustomer();
});
afterEach(cleanup);

const viber = { identity: 'Himal Offers', viber_amount: 300, sms_amount: 480, sms_parts: 4 };
async function textOf(plan: Partial<Plan>): Promise<string> {
  const request = { name: 'Dues', scheduled_at: null } as never;
  const page = <ConfirmText request={request} plan={aPlan(plan)} senderName="DEMO" />;
  const { findAllByText, container } = renderPage('/x', page) as ReturnType<typeof render>;
  await findAllByText(/Dues/);
  return container.textContent ?? '';
}

test('what is confirmed of a campaign over Viber: who sends it, and the SMS that may follow', async () => {
  const text = await textOf({ viber: { ...viber, fallback_minutes: 15 }, recipients: 2 });
  expect(text).toContain('“Dues” over Viber from Himal Offers: 2 messages.');
  expect(text).toContain('An SMS from DEMO follows where Viber has not delivered after 15 minutes.');
});

test('without fallback no SMS is spoken of, and of SMS no Viber', async () => {
  const alone = await textOf({ viber: { ...viber, fallback_minutes: null } });
  expect(alone).toContain('over Viber');
  expect(alone).not.toContain('An SMS');
  cleanup();
  expect(await textOf({})).not.toContain('Viber');
});
