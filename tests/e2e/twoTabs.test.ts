import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, openTab, tokenOf } from './visit.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** Every 30 s a page in use asks for its user, and would find out by itself. */
const AT_ONCE = 15_000;

/** Two tabs of one browser at this address, which both show the customer's name. */
async function twoTabs(path = '/contact'): Promise<[Page, Page]> {
  const { page: first } = await openTab(world);
  await giveToken(first, world, await tokenOf(world, steps.CUSTOMER));
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto(world.server.url + path);
    await steps.see(userMenu(page, 'Sita Sharma'));
  }
  return [first, second];
}

const userMenu = (page: Page, name: string) => page.getByRole('button', { name: `Menu of ${name}` });

async function signOut(page: Page): Promise<void> {
  await userMenu(page, 'Sita Sharma').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
}

test('signing out in one tab ends the others, which keep their drafts for the same user only', async () => {
  const [writing, other] = await twoTabs('/sms/bulk-sms');
  await writing.getByLabel('Campaign name').fill('Half written');
  await signOut(other);
  await writing.waitForURL('**/login?next=%2Fsms%2Fbulk-sms', { timeout: AT_ONCE });
  await steps.see(writing.getByText('Your session has ended.'));

  // Somebody else at the same computer sees nothing of it.
  await writing.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(writing, steps.SUPPORT);
  await steps.see(userMenu(writing, 'Bikash Rai'));
  await steps.eventually(() => writing.getByText('Half written').count()).toBe(0);
});

test('a tab whose user is another one now starts again as that user', async () => {
  const [first, second] = await twoTabs();
  // As after a session that ended by itself in the tab where somebody else then signs in.
  await second.context().clearCookies({ name: 'token' });
  const token = await tokenOf(world, steps.SUPPORT);
  await giveToken(second, world, token);
  await second.reload();
  await steps.see(userMenu(second, 'Bikash Rai'));
  await steps.see(userMenu(first, 'Bikash Rai'), AT_ONCE);
});

test('a page from the browser’s cache shows nothing to somebody who has signed out', async () => {
  const [page] = await twoTabs();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(steps.path(page)).toContain('/contact');
  await page.context().clearCookies({ name: 'token' });
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForURL('**/login?next=*', { timeout: AT_ONCE });
});

test('language and theme are the same in all tabs', async () => {
  const [first, second] = await twoTabs();
  await first.getByRole('button', { name: 'नेपाली' }).click();
  await steps.eventually(() => second.locator('html').getAttribute('lang')).toBe('ne');
  await steps.see(second.getByRole('heading', { level: 1, name: 'सम्पर्कहरू' }));
  await first.getByRole('button', { name: 'English' }).click();
  await steps.see(steps.title(second, 'Contacts'));
});
