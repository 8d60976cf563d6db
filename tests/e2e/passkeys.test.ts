import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { authenticatorCode } from './authenticatorCode.ts';
import { setUpTwoFactor } from './secondFactor.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

/** Browsers know passkeys on localhost, and not at an address in numbers. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost');

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: (url) => ({ PUBLIC_URL: named(url) }) });
});
afterAll(() => world?.close());

/** A device that checks its user by itself; answers what takes the user's finger away, or puts it back. */
async function plugIn(page: Page): Promise<(isThere: boolean) => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  // The next test has the same tab.
  onTestFinished(async () => void (await browser.send('WebAuthn.disable')));
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return (isUserVerified) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is added, signs in, proves, and is removed', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const setFinger = await plugIn(page);
  const url = named(world.server.url);
  await steps.openAs(page, `${url}/profile`, steps.CUSTOMER);
  const { key } = await setUpTwoFactor(page);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name of the passkey').fill('My laptop');
  await adding.getByLabel('App code or recovery code').fill(authenticatorCode(key, 1));
  await adding.getByRole('button', { name: 'Continue' }).click();
  await steps.see(page.getByRole('listitem').filter({ hasText: 'My laptop' }));

  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await steps.signIn(page, steps.CUSTOMER);
  // Somebody else's finger does not sign in, and the person can try again.
  await setFinger(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await steps.see(page.getByText('The passkey was not accepted. Try again, or enter a code.'));
  await setFinger(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await steps.see(page.getByRole('button', { name: /^Menu of/ }));

  await page.goto(`${url}/settings/api-keys/create`);
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await steps.see(steps.title(page, /Shop/));

  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove My laptop?' });
  await removing.getByRole('button', { name: 'Use a passkey' }).click();
  await removing.waitFor({ state: 'hidden' });
  expect(await page.getByText('My laptop', { exact: true }).count()).toBe(0);
  tab.excuse(/status of 400/);
  expect(tab.complaints).toEqual([]);
});

test('a passkey alone is a second factor: recovery codes come with it, and the app may follow', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await plugIn(page);
  const url = named(world.server.url);
  await steps.openAs(page, `${url}/profile`, steps.SUPPORT);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name of the passkey').fill('My phone');
  await adding.getByLabel('Password', { exact: true }).fill(steps.PASSWORD);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Two-factor sign-in is on' });
  await steps.see(shown);
  expect(((await shown.locator('pre').textContent()) ?? '').trim().split(/\s+/)).toHaveLength(10);
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await steps.see(page.getByText('You sign in with a passkey. You have 10 recovery codes left.'));

  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(page, steps.SUPPORT);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await steps.see(page.getByRole('button', { name: /^Menu of/ }));

  // The only one stays, until there is an app.
  await page.goto(`${url}/profile`);
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  };
  await remove();
  await steps.see(page.getByText(/^This passkey is your only second factor\./));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await steps.see(dialog.getByText('Scan this code with the app:'));
  const key = (await dialog.locator('pre').textContent())?.trim() ?? '';
  await dialog.getByLabel('App code').fill(authenticatorCode(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await steps.see(
    page.getByText('You need a code from your app to sign in. You have 10 recovery codes left.'),
  );
  await remove();
  await steps.see(page.getByText('The passkey My phone is removed'));

  tab.excuse(/status of 4(00|09)/);
  expect(tab.complaints).toEqual([]);
});
