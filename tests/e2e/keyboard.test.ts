import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** What has the focus: its label, its name or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const text =
      element?.getAttribute('aria-label') || element?.labels?.[0]?.textContent || element?.textContent;
    return text?.trim() || element?.id || '';
  });

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });

/** Opens the palette, types, waits until what is looked for is highlighted, and chooses it. */
async function jump(page: Page, text: string, to: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await steps.eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await steps.see(option(page, to));
  const highlighted = () =>
    box.evaluate((element) => {
      const at = element.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(at)?.textContent ?? '';
    });
  for (let i = 0; i < 30 && !to.test(await highlighted()); i++) await page.keyboard.press('ArrowDown');
  expect(await highlighted()).toMatch(to);
  await page.keyboard.press('Enter');
}

const columns = (page: Page) => page.getByRole('columnheader').allInnerTexts();

test('a customer’s day without a mouse', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const { keyboard } = page;
  await page.goto(world.server.url);
  await steps.eventually(() => focused(page)).toBe('E-mail');
  await keyboard.type(steps.CUSTOMER);
  await keyboard.press('Tab');
  await keyboard.type(steps.PASSWORD);
  await keyboard.press('Enter');
  await steps.see(steps.title(page, 'Dashboard'));

  // A new contact.
  await jump(page, 'contact', /^Contact/);
  await steps.see(steps.title(page, 'Contacts'));
  await steps.see(page.getByRole('table').getByRole('link'));
  await keyboard.press('c');
  await steps.see(page.getByRole('textbox', { name: 'Name' }));
  await tabTo(page, /^Name/);
  await keyboard.type('Keyboard Karki');
  await tabTo(page, /^Phone/);
  await keyboard.type('9841555777');
  await keyboard.press('Enter');
  await steps.see(page.getByText('Contact added'));
  await steps.see(steps.title(page, 'Keyboard Karki'));

  // It is found by name from any page, and again in its list.
  await keyboard.press('g');
  await keyboard.press('t');
  await steps.see(steps.title(page, 'Templates'));
  await jump(page, 'keyboard karki', /Keyboard Karki/);
  await steps.see(steps.title(page, 'Keyboard Karki'));
  await keyboard.press('g');
  await keyboard.press('c');
  await steps.see(page.getByRole('table').getByRole('link'));
  await keyboard.press('/');
  await keyboard.type('9841555777');
  await keyboard.press('Enter');
  await steps.see(page.getByText('1–1 of 1'));
  await keyboard.press('Tab');
  await keyboard.press('j');
  await steps.eventually(() => focused(page)).toBe('Keyboard Karki');
  await keyboard.press('Enter');
  await steps.see(steps.title(page, 'Keyboard Karki'));

  // The list of keys; what is behind it does not answer.
  await keyboard.press('?');
  await steps.see(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await keyboard.press('g');
  await keyboard.press('t');
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await steps.see(steps.title(page, 'Keyboard Karki'));

  // A password's dialog, opened and left.
  await jump(page, 'change pass', /Change Password/);
  await steps.eventually(() => focused(page)).toMatch(/^Current password/);
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await jump(page, 'sign out', /Sign out/);
  await steps.see(steps.title(page, 'Sign in'));
  expect(tab.complaints).toEqual([]);
});

test('the focus goes with the page, to what is left of it, and back from a toast', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const { keyboard } = page;
  const at = (what: string | RegExp) => steps.eventually(() => focused(page)).toMatch(what);
  await steps.openAs(page, `${world.server.url}/contact/create`, steps.CUSTOMER);
  await at(/^Name/);
  await keyboard.type('Focus Lama');
  await keyboard.press('Tab');
  await keyboard.type('9841555888');
  // Enter in an open list chooses, and does not send the form.
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await steps.see(page.getByRole('option', { name: 'Customers' }));
  await keyboard.press('Enter');
  await steps.see(page.getByRole('button', { name: 'Customers' }));
  await keyboard.press('Enter');
  await at(/^Groups/);
  await tabTo(page, /^Save/);
  await keyboard.press('Enter');
  await at(/^Focus Lama$/);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

  await tabTo(page, /^Back to contacts/);
  await keyboard.press('Enter');
  await at(/^Contacts$/);
  await keyboard.press('/');
  await keyboard.type('9841555888');
  await keyboard.press('Enter');
  await steps.see(page.getByText('1–1 of 1'));
  await keyboard.press('Tab');
  await keyboard.press('j');
  await keyboard.press('Enter');
  await steps.see(page.getByText('+977 9841555888'));
  await at(/^Focus Lama$/);
  await page.goBack();
  await steps.see(page.getByRole('table').getByRole('link'));
  await at(/^Focus Lama$/);
  await tabTo(page, /^Delete: Focus Lama/);
  await keyboard.press('Enter');
  await steps.see(page.getByRole('button', { name: 'Undo' }));
  const inList = () => page.evaluate(() => document.activeElement?.matches('.crud-list') ?? false);
  await steps.eventually(inList).toBe(true);
  await keyboard.press('Alt+t');
  await tabTo(page, /^Undo$/);
  await keyboard.press('Enter');
  await steps.eventually(inList).toBe(true);
  await steps.see(page.getByRole('link', { name: 'Focus Lama' }));
  expect(tab.complaints).toEqual([]);
});

test('columns, density, page size and saved filters are chosen by keyboard and are there after a reload and signing in again', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const { keyboard } = page;
  await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
  await steps.see(page.getByRole('table').getByRole('link'));

  await tabTo(page, /^View$/);
  await keyboard.press('Enter');
  await steps.see(page.getByRole('dialog', { name: 'View of the list' }));
  await tabTo(page, /^Groups$/);
  await keyboard.press('Space');
  await tabTo(page, /^Move Operator up$/);
  await keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toBe('Move Operator up');
  await tabTo(page, /^Comfortable$/);
  await keyboard.press('ArrowRight');
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await steps.eventually(() => focused(page)).toBe('View');
  await page.getByLabel('Rows per page').selectOption('10');
  await steps.see(page.getByText('1–10 of 1,00'));

  await keyboard.press('/');
  await keyboard.type('gurung');
  await keyboard.press('Enter');
  await steps.eventually(() => page.url()).toContain('gurung');
  await tabTo(page, /^Saved filters$/);
  await keyboard.press('Enter');
  await steps.see(page.getByRole('menuitem', { name: 'Save these filters…' }));
  await keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toMatch(/^Name/);
  await keyboard.type('The Gurungs');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const look = async () => {
    await steps.see(page.getByRole('table').getByRole('link'));
    expect((await columns(page)).filter(Boolean).slice(0, 3)).toEqual(['Name', 'Operator', 'Phone']);
    expect(await columns(page)).not.toContain('Groups');
    expect(await page.getByRole('table').getAttribute('data-density')).toBe('compact');
    expect(await page.getByLabel('Rows per page').inputValue()).toBe('10');
  };
  await page.goto(`${world.server.url}/contact`);
  await look();
  await jump(page, 'sign out', /Sign out/);
  await steps.see(steps.title(page, 'Sign in'));
  await steps.openAs(page, `${world.server.url}/contact?filter={}`, steps.CUSTOMER);
  await look();
  await tabTo(page, /^Saved filters$/);
  await keyboard.press('Enter');
  await steps.see(page.getByRole('menuitemradio', { name: 'The Gurungs' }));
  await keyboard.press('Enter');
  await steps.eventually(() => page.getByRole('searchbox').inputValue()).toBe('gurung');
  await steps
    .eventually(async () =>
      (await page.locator('a.crud-title').allInnerTexts()).every((name) => /Gurung/.test(name)),
    )
    .toBe(true);
  expect(tab.complaints).toEqual([]);
});

test('staff find a customer on a phone, from the button, while they read Nepali', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  const { data } = await world.server.call<{ data: { token: string } }>('POST', '/v1/login/admin/', {
    email: steps.SUPPORT,
    password: steps.PASSWORD,
  });
  await page.context().addCookies([{ name: 'token', value: data.token, url: world.server.url }]);
  await steps.prefer(page, world.server.url, { language: 'ne', mode: 'dark' });
  await page.goto(world.server.url);
  const button = page.getByRole('button', { name: /खोज्नुहोस् वा जानुहोस्/ });
  await button.click();
  await page.getByRole('dialog').getByRole('combobox').fill('accounts');
  await steps.see(option(page, 'खाता'));
  await page.getByRole('dialog').getByRole('combobox').fill('himal');
  // Payments and campaigns of theirs are found as well, in whatever order they come.
  await page
    .getByRole('group', { name: 'खाताहरू' })
    .getByRole('option', { name: /Himal Traders/ })
    .click();
  await steps.see(steps.title(page, /Himal Traders/));
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(320);

  expect(tab.complaints).toEqual([]);

  await page.context().setOffline(true);
  // The banner moves the button.
  await steps.see(page.locator('.offline'));
  await button.click();
  await page.getByRole('dialog').getByRole('combobox').fill('traders');
  await steps.see(page.getByRole('dialog').getByText(/^इन्टरनेट छैन/));
  await page.context().setOffline(false);
  await steps.see(option(page, /Himal Traders/));
});
