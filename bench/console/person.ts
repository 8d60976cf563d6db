import type { BrowserContext, Locator, Page } from 'playwright';
import { openTab, type Tab } from './browser.ts';
import { filled, isGone, type Site } from './site.ts';

/** A fast typist's delay between keys, how long the pointer rests before a press, and a finger on the button. */
const KEY_MS = 100;
const REST_MS = 100;
const HOLD_MS = 80;

/**
 * Moves the pointer to the target like a hand, and presses. Not by Playwright's `click`: that one asks in the page whether the
 * press meets its target, and lets go in the same moment, so that both count as part of what the press brings.
 */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.waitForTimeout(REST_MS);
  await page.mouse.down();
  await page.waitForTimeout(HOLD_MS);
  await page.mouse.up();
}

export const press = ({ page }: Tab, selector: string): Promise<void> =>
  pressOn(page, page.locator(selector).first());

/** Types into an input key by key. */
export async function type(tab: Tab, selector: string, text: string): Promise<void> {
  await tab.page.locator(selector).first().click();
  await tab.page.keyboard.type(text, { delay: KEY_MS });
}

/** Types valid credentials. */
export async function typePair(tab: Tab, { signIn }: Site): Promise<void> {
  const [user, password] = signIn.pair;
  await type(tab, signIn.user, user);
  await type(tab, signIn.password, password);
}

/** Signs in at full speed, to measure what comes after. */
export async function signedIn(context: BrowserContext, site: Site): Promise<void> {
  const tab = await openTab(context);
  await tab.page.goto(site.list);
  const [user, password] = site.signIn.pair;
  await tab.page.locator(site.signIn.user).fill(user);
  await tab.page.locator(site.signIn.password).fill(password);
  await tab.watch('in', site.leadsBack === false ? isGone(site.signIn.password) : filled(site.rows));
  await tab.page.locator(site.signIn.submit).first().click();
  await tab.moment('in');
  await tab.page.close();
}
