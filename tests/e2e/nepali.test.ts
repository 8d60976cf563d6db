import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForData } from '../support/visibleTexts.ts';
import { listen } from './accessScan.ts';
import { englishOn, lookInto } from './looks.ts';
import { publicRoutes, readWith } from './routes.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

interface Visit {
  page: Page;
  /** Waits until the page has all that it asked for. */
  settled(): Promise<void>;
}

async function openInNepali(): Promise<Visit> {
  const { page } = await world.browser.open();
  await steps.prefer(page, world.server.url, { language: 'ne', digits: 'devanagari' });
  return { page, settled: listen(page) };
}

/**
 * Signs in over HTTP and gives the browser the token, without the English sign-in page. Answers what reads
 * a path as this user; undefined where the server refuses.
 */
async function signInAs(page: Page, email: string): Promise<(path: string) => Promise<unknown>> {
  const path = email === steps.CUSTOMER ? '/v1/login/' : '/v1/login/admin/';
  const { data } = await world.server.call<{ data: { token: string } }>('POST', path, {
    email,
    password: steps.PASSWORD,
  });
  await page.context().addCookies([{ name: 'token', value: data.token, url: world.server.url }]);
  return readWith(world.server.url, data.token);
}

/** Opens an address and waits until all that it loads is there. */
async function settle({ page, settled }: Visit, path: string): Promise<void> {
  await page.goto(world.server.url + path);
  await settled();
}

/** Opens every page in Nepali, and what can be opened in it; answers the English by page. */
async function englishByPage(visit: Visit, routes: readonly string[]): Promise<Record<string, string[]>> {
  const { page } = visit;
  const given = listenForData(page);
  const wrong: Record<string, string[]> = {};
  for (const path of routes) {
    given.forget();
    await settle(visit, path);
    const look = () => englishOn(page, given);
    const found = [...(await look()), ...(await lookInto(page, look))];
    if (found.length > 0) wrong[path] = [...new Set(found)];
  }
  return wrong;
}

test('so do signed-out users, with wrong passwords too', async () => {
  const visit = await openInNepali();
  const { page } = visit;
  expect(await englishByPage(visit, publicRoutes)).toEqual({});
  await settle(visit, '/login');
  await page.getByLabel('इमेल').fill('nobody@demo.test');
  await page.getByLabel('पासवर्ड', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'साइन इन गर्नुहोस्' }).click();
  await steps.see(page.getByRole('alert').getByText('इमेल ठेगाना वा पासवर्ड मिलेन।'));
  expect(await englishOn(page, { data: async () => new Set(['nobody@demo.test']) })).toEqual([]);
});

test('menus, dialogs, toasts and what the server refuses are Nepali too', async () => {
  const visit = await openInNepali();
  const { page } = visit;
  const get = await signInAs(page, steps.CUSTOMER);
  const given = listenForData(page);
  const look = () => englishOn(page, given);
  await settle(visit, '/contact/groups/create');
  await page.getByRole('button', { name: /^Sita Sharma/ }).click();
  await steps.see(page.getByRole('menuitem', { name: 'साइन आउट' }));
  expect(await look()).toEqual([]);
  await page.getByRole('menuitem', { name: 'पासवर्ड बदल्नुहोस्' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('अहिलेको पासवर्ड', { exact: true }).fill('not-my-password');
  await dialog.getByLabel('नयाँ पासवर्ड', { exact: true }).fill('another-password-2');
  await dialog.getByRole('button', { name: 'पासवर्ड बदल्नुहोस्' }).click();
  await steps.see(dialog.getByText('अहिलेको पासवर्ड मिलेन।'));
  expect(await look()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  const { results } = (await get('/v1/contact/contact-group/')) as { results: { name: string }[] };
  await page.getByLabel('नाम').fill(results[0]?.name ?? '');
  await page.getByRole('button', { name: 'सुरक्षित गर्नुहोस्' }).click();
  await steps.see(page.getByText('यस नामको समूह पहिले नै छ।'));
  expect(await look()).toEqual([]);
});

/** What opens a dialog, by page; none of them changes anything before its own button is pressed. */
const dialogs: readonly (readonly [string, RegExp])[] = [
  ['/packages/sms', /मा किन्नुहोस्$/],
  ['/wallet/topup-history', /रद्द गर्नुहोस्/],
  ['/profile', /^साइन आउट: /],
  ['/profile', /^सम्पादन/],
];

test('so are the dialogs of the pages', async () => {
  const visit = await openInNepali();
  const { page } = visit;
  // Twice: the profile offers to end the other session.
  for (let sessions = 0; sessions < 2; sessions++) await signInAs(page, steps.CUSTOMER);
  const given = listenForData(page);
  const wrong: Record<string, string[]> = {};
  for (const [path, opener] of dialogs) {
    given.forget();
    await settle(visit, path);
    await page.locator('main').getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog');
    await steps.see(dialog.or(page.locator('main form')));
    await visit.settled();
    const found = await englishOn(page, given);
    if (found.length > 0) wrong[`${path} ${opener}`] = found;
  }
  expect(wrong).toEqual({});
});

test('the language changes while a form is half filled, and nothing typed is lost', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/contact/create`, steps.CUSTOMER);
  await page.getByLabel('Name').fill('Half a name');
  await page.getByLabel('Phone').fill('98410');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByText(/^Too short/));
  await page.getByRole('button', { name: 'नेपाली' }).click();
  await steps.see(page.getByText(/^छोटो भयो/));
  expect(await page.getByLabel('नाम').inputValue()).toBe('Half a name');
  expect(await page.getByLabel('फोन').inputValue()).toBe('98410');
  expect(await page.locator('html').getAttribute('lang')).toBe('ne');
  await page.getByRole('button', { name: 'English' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Half a name');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(tab.complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);
});

test('dates are in Bikram Sambat with the Gregorian day beside, and follow the choice without a reload', async () => {
  const visit = await openInNepali();
  const { page } = visit;
  await signInAs(page, steps.CUSTOMER);
  await settle(visit, '/sms');
  // Not by its role: behind the open menu the page is hidden from roles.
  const when = page.locator('table time').first();
  const iso = (await when.getAttribute('datetime')) ?? '';
  expect(await when.textContent()).toMatch(
    /^२०८[०-९] \p{Script=Devanagari}+ [०-९]+, [०-९:]+ NPT [०-९]+ \p{Script=Devanagari}+ २०[०-९]+$/u,
  );
  await page.getByRole('button', { name: /^Sita Sharma/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'विक्रम संवत् मिति' }).click();
  const year = new Date(Date.parse(iso) + 345 * 60_000).getUTCFullYear();
  const digits = String(year).replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
  await steps
    .eventually(() => when.textContent())
    .toMatch(new RegExp(`^[०-९]+ \\p{Script=Devanagari}+ ${digits}, [०-९:]+ NPT$`, 'u'));
  await page.reload();
  await steps.eventually(() => when.textContent()).toContain(digits);
});

test('nobody sees a key of a text, neither while a screen’s texts come nor when they change the language', async () => {
  const { page, settled } = await openInNepali();
  // The server links the files of this language, and not those of the other.
  await page.context().addCookies([{ name: 'language', value: 'ne', url: world.server.url }]);
  await signInAs(page, steps.SUPPORT);
  const keys = async () =>
    ((await page.locator('#root').textContent()) ?? '').match(/\b(menu|resources|accounts)\.\S+/g);
  let release: () => void = () => undefined;
  /** A screen's texts in a language, until they are let through. */
  const hold = (file: string) =>
    page.route(`**/assets/${file}-*.js`, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
  const asked = (file: string) => page.waitForRequest((request) => request.url().includes(`/${file}-`));
  await hold('ne-accounts');
  const nepali = asked('ne-accounts');
  await page.goto(`${world.server.url}/admin/accounts`, { waitUntil: 'commit' });
  await nepali;
  // The shell has its own texts and does not wait for the screen's.
  await steps.see(page.getByRole('button', { name: 'English' }));
  expect(await keys()).toBeNull();
  expect(await page.locator('h1').count()).toBe(0);
  release();
  await steps.see(steps.title(page, 'खाताहरू'));
  await settled();
  expect(await keys()).toBeNull();

  await hold('en-accounts');
  const english = asked('en-accounts');
  await page.getByRole('button', { name: 'English' }).click();
  await english;
  await steps.see(steps.title(page, 'खाताहरू'));
  release();
  await steps.see(steps.title(page, 'Accounts'));
  expect(await keys()).toBeNull();
});
