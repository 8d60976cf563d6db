import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deviceOf } from '../../../src/resources/people/profile/device.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { FIREFOX, inCard, open, session, setUpProfile } from './profileSetup.tsx';

const { on, sent } = setUpProfile();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('where one is signed in', () => {
  const OTHER = 'Sign out: Chrome on Windows';
  beforeEach(() =>
    on('GET /v1/autho/sessions/', () => ({
      body: pageOf(session(10, { current: true }), session(11, { user_agent: CHROME })),
    })),
  );

  test('this browser is marked and cannot be ended here', async () => {
    open();
    const region = await inCard('Security');
    expect(await region.findByText('This browser')).toBeTruthy();
    expect(region.getByText('Firefox on Linux')).toBeTruthy();
    expect(region.getAllByRole('button', { name: /^Sign out:/ }).map((one) => one.ariaLabel)).toEqual([
      OTHER,
    ]);
  });

  test('another one is ended after asking, and goes from the list', async () => {
    on('DELETE /v1/autho/sessions/', () => ({ status: 204 }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: OTHER }));
    expect(sent('DELETE', '/')).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'Sign out Chrome on Windows?' });
    on('GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true })) }));
    await hand.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull());
    expect(sent('DELETE', '/').map(({ url }) => url)).toEqual([`/v1/autho/sessions/${uuid(11)}/`]);
    expect(screen.queryByRole('button', { name: 'Sign out all other sessions' })).toBeNull();
  });

  test('of many the latest few are shown first', async () => {
    const others = Array.from({ length: 7 }, (_, n) => session(20 + n));
    on('GET /v1/autho/sessions/', () => ({ body: pageOf(session(10, { current: true }), ...others) }));
    const { hand } = open();
    const region = await inCard('Security');
    const all = await region.findByRole('button', { name: 'Show all 8' });
    expect(region.getAllByRole('listitem')).toHaveLength(5);
    await hand.click(all);
    expect(region.getAllByRole('listitem')).toHaveLength(8);
  });

  test('all others are ended at once', async () => {
    on('POST /v1/autho/sessions/end-others/', () => ({ body: { data: { ended: 1 } } }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Sign out all other sessions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out 1 other session?' });
    await hand.click(within(dialog).getByRole('button', { name: 'Sign out all other sessions' }));
    expect(await screen.findByText('All other sessions signed out')).toBeTruthy();
    expect(sent('POST', '/v1/autho/sessions/end-others/')).toHaveLength(1);
  });

  test.each([
    [FIREFOX, 'Firefox', 'Linux'],
    [CHROME, 'Chrome', 'Windows'],
    [`${CHROME} Edg/140.0.0.0`, 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.1 Safari/605',
      'Safari',
      'Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/140.0 Mobile Safari/604',
      'Chrome',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 SamsungBrowser/28.0 Mobile',
      'Samsung Internet',
      'Android',
    ],
    ['curl/8.5.0', 'curl', null],
    ['<script>', null, null],
    [null, null, null],
  ])('%j is %s on %s', (agent, browser, system) => expect(deviceOf(agent)).toEqual({ browser, system }));
});
