import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Dashboard } from '../../../src/resources/dashboard/Dashboard.tsx';
import { renderPage } from '../support/messagingConsole.tsx';
import { aTrial, setUpTrial } from './trialSetup.ts';

let trial: PromiseWithResolvers<{ status: number; body: object }>;
beforeEach(() => {
  trial = Promise.withResolvers();
});
const server = setUpTrial(() => trial.promise);

/** The server's answers that take longer than drawing the cards. */
const ANSWERS = 30;
const charts = () => screen.queryByRole('heading', { name: /^Messages of the last/ });
const placeholders = () => screen.queryByRole('status', { name: /^Loading/ });

/** Until the figures have come, which need nothing else. */
async function figures(): Promise<void> {
  renderPage('/', <Dashboard />);
  await waitFor(() => expect(document.querySelectorAll('.dash-figure p > span')).toHaveLength(0));
  expect(document.querySelectorAll('.dash-figure').length).toBeGreaterThan(2);
}

it('waits with the cards until the free trial is known, which would move them', async () => {
  await figures();
  await waitFor(() => expect(server.seen.some(({ url }) => url.startsWith('/v1/sms/trial/'))).toBe(true));
  // Time for cards that do not wait.
  for (let i = 0; i < ANSWERS; i++) await fetch(`${server.base}/v1/autho/user/profile/`);
  expect(placeholders()).not.toBeNull();
  expect(charts()).toBeNull();
  trial.resolve({ status: 200, body: { data: aTrial() } });
  await waitFor(() => expect(charts()).not.toBeNull());
  // Both at once.
  expect(screen.getByRole('region', { name: 'Try it now' })).toBeTruthy();
  expect(placeholders()).toBeNull();
});

it('shows the cards where the trial cannot be loaded', async () => {
  trial.resolve({ status: 500, body: { detail: 'It broke.' } });
  await figures();
  await waitFor(() => expect(charts()).not.toBeNull());
});
