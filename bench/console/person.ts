import type { BrowserContext } from 'playwright';
import { openTab, type Tab } from './browser.ts';
import { filled, isGone, type Site } from './site.ts';

/** A fast typist's delay between keys, and how long the pointer rests before a click. */
const KEY_MS = 100;
const REST_MS = 100;

/** Moves the pointer like a hand, and clicks. */
export async function press(tab: Tab, selector: string): Promise<void> {
  const target = tab.page.locator(selector).first();
  await target.hover();
  await tab.page.waitForTimeout(REST_MS);
  await target.click();
}

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
