import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mail, mails } from './outbox.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** Waits for the so-manyth mail to an address. */
async function letter(to: string, number: number): Promise<Mail> {
  await steps.eventually(async () => (await mails(world, to)).length).toBe(number);
  return (await mails(world, to))[0] as Mail;
}

/** Whose password is another one after this: the other tests sign in as the first customer. */
const FORGETFUL = 'ram@terai.test';

const codeOf = ({ text }: Mail): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const session = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';

async function profileStatus(token: string): Promise<number> {
  const { status } = await fetch(`${world.server.url}/v1/autho/user/profile/`, {
    headers: { authorization: `Token ${token}` },
  });
  return status;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill('Maya Rai');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
}

test('the sign-in page fetches its code when it is used, and buttons that were pressed before wait for it', async () => {
  const { page, complaints } = await world.browser.open();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${world.server.url}/login`, { waitUntil: 'networkidle' });
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/start-/)]);
  expect(await page.title()).toBe('Sign in · Bulk SMS Console');
  // Faster than any code can come: staff sign-in, then signing in with nothing typed.
  await page.evaluate(() => {
    for (const button of ['.public-link', '.public-submit'])
      document.querySelector<HTMLButtonElement>(button)?.click();
  });
  await steps.see(steps.title(page, 'Staff sign-in'));
  await steps.see(page.getByText('Enter your e-mail address and password.'));
  expect(complaints).toEqual([]);

  await page.reload({ waitUntil: 'networkidle' });
  await page.keyboard.type(steps.CUSTOMER);
  await page.keyboard.press('Tab');
  await page.keyboard.type(steps.PASSWORD);
  await page.keyboard.press('Enter');
  await steps.see(page.getByRole('navigation', { name: 'Main menu' }));
  expect(page.url()).not.toContain(steps.PASSWORD);
  expect(complaints).toEqual([]);
});

test('a company registers with the code of its mail and comes to its own empty console', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const email = 'maya@example.test';
  await page.goto(`${world.server.url}/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await steps.see(steps.title(page, 'Create an account'));
  await page.getByLabel('A company').check();
  await page.getByLabel('Company name').fill('Rai Suppliers');
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).dblclick();
  await steps.see(steps.title(page, 'Enter the code'));

  const code = codeOf(await letter(email, 1));
  await page.getByLabel('Code', { exact: true }).fill(code === '123456' ? '654321' : '123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await steps.see(page.getByText('This code is not correct or has expired.'));
  tab.excuse(/status of 400.*verify-otp/);

  // The mail is read in another place, and the page is reloaded meanwhile.
  await page.reload();
  await steps.see(steps.title(page, 'Enter the code'));
  await page.getByLabel('Code', { exact: true }).pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await steps.see(menu(page));
  expect(steps.path(page)).toBe('/');
  expect(await steps.balance(page)).toMatch(/^0\.00$/);
  await page.getByRole('button', { name: 'Maya Rai' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await steps.see(steps.title(page, 'Sign in'));

  await steps.signIn(page, email, 'a good password');
  await steps.see(menu(page));
  // Who is signed in has no business at the entrances.
  for (const entrance of ['/login', '/register']) {
    await page.goto(world.server.url + entrance);
    await steps.see(menu(page));
    expect(steps.path(page)).toBe('/');
  }
  expect((await mails(world, email)).map(({ subject }) => subject)).toEqual([
    'Your code for Bulk SMS Console',
  ]);
  expect(tab.complaints).toEqual([]);
});

test('another code replaces the first, and a known address learns of it only by mail', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  // The page's clock runs ahead: the minute between two mails is over for it, and not for the server.
  await page.clock.install();
  const email = 'again@example.test';
  await page.goto(`${world.server.url}/register`);
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await steps.see(steps.title(page, 'Enter the code'));
  await steps.see(page.getByRole('button', { name: /^Send another code in \d+ s$/ }));
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'Send another code', exact: true }).click();
  await steps.see(page.getByText(/^Too many attempts\. Try again in \d+ seconds\.$/));
  tab.excuse(/status of 429.*resend-verification/);

  await page.getByRole('button', { name: 'Change the address' }).click();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Maya Rai');
  await page.getByLabel('E-mail').fill(steps.ADMIN);
  await page.getByRole('button', { name: 'Create account' }).click();
  await steps.see(steps.title(page, 'Enter the code'));
  expect((await letter(steps.ADMIN, 1)).subject).toBe('Someone tried to register with your address');

  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Create account' }).click();
  const second = codeOf(await letter(email, 2));
  await page.getByLabel('Code', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await steps.see(menu(page));
  expect(tab.complaints).toEqual([]);
});

test('a forgotten password is replaced through the mailed link, which ends every session', async () => {
  const [tab, other] = [await world.browser.open(), await world.browser.open()];
  const { page } = tab;
  await steps.openAs(other.page, `${world.server.url}/contact`, FORGETFUL);
  const old = await session(other.page);
  expect(await profileStatus(old)).toBe(200);

  await page.goto(`${world.server.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(FORGETFUL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await steps.see(steps.title(page, 'Check your e-mail'));
  await letter(FORGETFUL, 1);
  await page.getByRole('link', { name: 'Its e-mails are shown here' }).click();
  await page.getByRole('link', { name: /\/reset-password\// }).click();
  const link = page.url();
  await page.getByLabel('New password').fill('another password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await steps.see(steps.title(page, 'Your password is set'));
  expect(await profileStatus(old)).toBe(401);
  await page.getByRole('link', { name: 'Sign in' }).click();

  await steps.signIn(page, FORGETFUL);
  await steps.eventually(() => page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  tab.excuse(/status of 400.*\/v1\/login\//);
  await steps.signIn(page, FORGETFUL, 'another password');
  await steps.see(menu(page));

  // The other browser is led to sign in at its next step.
  await menu(other.page).getByRole('link', { name: 'Dashboard' }).click();
  await steps.see(steps.title(other.page, 'Sign in'));
  other.excuse(/status of 401/);

  await page.goto(link);
  await steps.see(steps.title(page, 'This link cannot be used'));
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await steps.see(steps.title(page, 'Forgotten password'));
  expect([tab.complaints, other.complaints]).toEqual([[], []]);
});

test('a changed password is the one that counts, and a wrong current one is said and changes nothing', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, world.server.url, steps.CUSTOMER);
  await page.getByRole('button', { name: 'Menu of Sita Sharma' }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await steps.eventually(() => dialog.getByText('Required').count()).toBe(2);
  await dialog.getByLabel('Current password', { exact: true }).fill('wrong');
  await dialog.getByLabel('New password', { exact: true }).fill('another-password-2');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await steps.see(page.getByText('The current password is not correct.'));
  tab.excuse(/status of 400.*change-password/);
  await dialog.getByLabel('Current password', { exact: true }).fill(steps.PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await steps.see(page.getByText('Password changed successfully'));

  const other = await world.browser.open();
  await other.page.goto(world.server.url);
  await steps.signIn(other.page, steps.CUSTOMER);
  await steps.eventually(() => other.page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  await steps.signIn(other.page, steps.CUSTOMER, 'another-password-2');
  await steps.see(steps.title(other.page, 'Dashboard'));
  expect(tab.complaints).toEqual([]);

  // The others sign in with the one before.
  const back = await fetch(`${world.server.url}/v1/autho/user/change-password/`, {
    method: 'POST',
    headers: { authorization: `Token ${await session(other.page)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ old_password: 'another-password-2', new_password: steps.PASSWORD }),
  });
  expect(back.status).toBe(200);
});

test('every page is there in Nepali and in the dark, 320 pixels wide, and by keyboard alone', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  await steps.prefer(page, world.server.url, { mode: 'dark', language: 'ne', digits: 'latin' });
  for (const [path, heading] of [
    ['/login', 'साइन इन गर्नुहोस्'],
    ['/forgot-password', 'पासवर्ड बिर्सनुभयो?'],
    ['/reset-password/nothing', 'यो लिङ्क चल्दैन'],
    ['/reset-password', 'यो लिङ्क चल्दैन'],
    ['/register', 'नयाँ खाता खोल्नुहोस्'],
  ] as const) {
    await page.goto(world.server.url + path);
    await steps.see(steps.title(page, heading));
    expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
  }
  await page.getByRole('radio', { name: 'व्यक्ति' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('माया राई');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keyboard@example.test');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('राम्रो पासवर्ड');
  await page.keyboard.press('Enter');
  await steps.see(steps.title(page, 'कोड हाल्नुहोस्'));
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const { subject, text } = await letter('keyboard@example.test', 1);
  expect(subject).toBe('बल्क एसएमएस कन्सोलको कोड');
  await page.keyboard.type(codeOf({ subject, text }));
  await page.keyboard.press('Enter');
  await steps.eventually(() => steps.path(page)).toBe('/');
  await steps.see(page.getByRole('banner').getByText(/0\.00/));
  expect(tab.complaints).toEqual([]);
});
