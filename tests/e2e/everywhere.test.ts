import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tab } from '../support/browser.ts';
import { isStaffs, NOBODY, readWith, signedInRoutes } from './routes.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let routes: string[];

const first = async (path: string): Promise<string> => {
  const { results } = await world.server.call<{ results: { uuid: string }[] }>('GET', `${path}?page_size=1`);
  return results[0]?.uuid ?? '';
};

/** Imports a sheet of one good and one bad row over HTTP, so that there is an import to look at. */
async function importOne(): Promise<string> {
  const { server } = world;
  const token = await server.call<{ data: { token: string } }>('POST', '/v1/login/', {
    email: steps.CUSTOMER,
    password: steps.PASSWORD,
  });
  const form = new FormData();
  form.append('file', new Blob(['name,phone\nSita,9841888801\nRam,01-4412345\n']), 'two.csv');
  const uploaded = await fetch(`${server.url}/v1/core/upload/file/public/`, {
    method: 'POST',
    headers: { authorization: `Token ${token.data.token}` },
    body: form,
  });
  const { data: file } = (await uploaded.json()) as { data: { uuid: string } };
  const body = { file: file.uuid, mapping: { phone: 'phone', name: 'name' }, groups: [] };
  return (await server.call<{ data: { uuid: string } }>('POST', '/v1/core/contacts/imports/', body)).data
    .uuid;
}

beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const template = await first('/v1/sms/templates/');
  const contact = await first('/v1/core/contacts/');
  const group = await first('/v1/contact/contact-group/');
  routes = [
    ...['/', '/contact', '/contact/create', `/contact/${contact}/show`, `/contact/${contact}`],
    ...['/contact/groups', '/contact/groups/create', `/contact/groups/${group}`],
    ...['/contact/imports', '/contact/imports/create', `/contact/imports/${await importOne()}/show`],
    ...['/sms', `/sms/${await first('/v1/sms/compose/')}/show`, '/sms/bulk-sms'],
    ...['/sms/dispatch', `/sms/dispatch/${await first('/v1/sms/dispatch/')}/show`],
    ...['/sms/templates', '/sms/templates/create', `/sms/templates/${template}/show`],
    ...[`/sms/templates/${template}`, '/sms/consumption-history', '/wallet/history'],
    ...['/wallet/daily-consumption', '/wallet/daily-consumption?period=own&from=2020-01-01&until=2020-01-31'],
    ...['/settings/blacklist', '/settings/blacklist/create'],
    `/settings/blacklist/${await first('/v1/core/sms/blacklist-numbers/')}`,
    ...['/kyc', '/no-such-page'],
  ];
});
afterAll(() => world?.close());

const wait = { timeout: 30_000 };

/** Opens an address and waits until all that it loads is there. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(world.server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(
    () => !document.querySelector('.MuiSkeleton-root, main [aria-busy="true"]'),
    undefined,
    wait,
  );
}

/** The pixels by which the page is wider than the window, and what sticks out. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.scrollingElement as Element;
    if (root.scrollWidth <= window.innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .slice(0, 3)
      .map((element) => `${element.tagName}.${element.className}`);
  });

/** Keys of texts that nobody translated. */
const rawKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      // biome-ignore lint/performance/useDomNodeTextContent: what can be seen, without the scripts' text
      document.body.innerText.match(
        /\b(ra|crud|resources|shell|menu|compose|plan|campaign|contacts|sheets|payments|packages|topup|invoice|dashboard|daily|charts|profile|kyc|document|blacklist|audit|users|reviews|catalogue|accounts|links|oversight|api|webhooks|settings)\.[a-z_]+(\.\w+)*/g,
      ) ?? [],
  );

/** How light the page's ground is, from 0 to 255. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const found = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return ((found[0] ?? 0) + (found[1] ?? 0) + (found[2] ?? 0)) / 3;
  });

/** What is wrong with each of these pages in three widths, for who is signed in. */
async function faults(
  { page, complaints: heard }: Tab,
  addresses: readonly string[],
): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {};
  for (const path of addresses) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await settle(page, path);
    const keys = await rawKeys(page);
    const wide: string[] = [];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      wide.push(...(await sideways(page)).map((element) => `${width}: ${element}`));
    }
    const complaints = heard.splice(0);
    if (complaints.length + wide.length + keys.length > 0) wrong[path] = { complaints, wide, keys };
  }
  return wrong;
}

/** Looking at every page takes its time where the machine is busy. */
const patience = { timeout: 600_000 };

test('every page opens without a complaint, and fits a phone', patience, async () => {
  const tab = await world.browser.open();
  await steps.openAs(tab.page, world.server.url, steps.CUSTOMER);
  expect(await faults(tab, routes)).toEqual({});
});

test('so does every page of the provider’s people', patience, async () => {
  const tab = await world.browser.open();
  await steps.openAs(tab.page, world.server.url, steps.ADMIN);
  const token = (await tab.page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const found = await signedInRoutes(readWith(world.server.url, token));
  // The browser itself complains of what is not found.
  const staffs = found.filter((path) => isStaffs(path) && !path.includes(NOBODY));
  expect(staffs.length).toBeGreaterThan(40);
  expect(await faults(tab, staffs)).toEqual({});
});

test('the same in Nepali, in the dark, on the smallest phone', patience, async () => {
  const tab = await world.browser.open({ viewport: { width: 320, height: 640 } });
  const { page } = tab;
  await page.addInitScript(() => {
    localStorage.setItem(
      'preferences',
      JSON.stringify({ language: 'ne', mode: 'dark', digits: 'devanagari' }),
    );
  });
  const { data } = await world.server.call<{ data: { token: string } }>('POST', '/v1/login/', {
    email: steps.CUSTOMER,
    password: steps.PASSWORD,
  });
  await page.context().addCookies([{ name: 'token', value: data.token, url: world.server.url }]);
  const wrong: Record<string, unknown> = {};
  for (const path of routes) {
    await settle(page, path);
    const keys = await rawKeys(page);
    const wide = await sideways(page);
    const [title = ''] = await page.getByRole('heading', { level: 1 }).allTextContents();
    const complaints = tab.complaints.splice(0);
    if (complaints.length + wide.length + keys.length > 0) wrong[path] = { complaints, wide, keys };
    // What a record is called stays as its owner wrote it.
    else if (!path.includes('-7') && !/[\u0900-\u097f]/.test(title)) wrong[path] = { title };
  }
  expect(wrong).toEqual({});
  expect(await lightness(page)).toBeLessThan(60);
});

test('Nepali and the dark theme come without a reload and stay after it and after signing out', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/templates`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Templates'));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const bright = await lightness(page);
  await page.getByRole('button', { name: 'नेपाली' }).click();
  await steps.see(page.getByRole('navigation', { name: 'मुख्य मेनु' }).getByText('एसएमएस टेम्प्लेट'));
  await steps.see(steps.title(page, 'टेम्प्लेटहरू'));
  await page.getByRole('button', { name: 'गाढा रङ' }).click();
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.getByRole('link', { name: 'बल्क एसएमएस पठाउनुहोस्' }).first().click();
  await steps.see(page.getByLabel('सन्देश', { exact: true }));
  await page.getByRole('link', { name: 'सम्पर्क', exact: true }).click();
  await steps.see(page.getByRole('table'));
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await page.locator('html').getAttribute('lang')).toBe('ne');

  await page.reload();
  await steps.see(page.getByRole('table'));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.getByRole('button', { name: /Sita Sharma/ }).click();
  await page.getByRole('menuitem', { name: 'साइन आउट' }).click();
  await steps.see(page.getByRole('button', { name: 'English' }));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.reload();
  await steps.see(page.getByRole('button', { name: 'English' }));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  expect(tab.complaints).toEqual([]);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') || element?.textContent?.trim() || element?.id || '';
  });

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if ((await focused(page)).match(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

test('on a phone the menu is a drawer over the whole width; Esc closes it and the focus goes back', async () => {
  const tab = await world.browser.open({ viewport: { width: 390, height: 844 } });
  const { page } = tab;
  await page.goto(`${world.server.url}/sms`);
  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Campaigns'));
  await tabTo(page, /^Open menu$/);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await steps.see(drawer);
  await steps.eventually(async () => (await drawer.boundingBox())?.x).toBe(0);
  expect((await drawer.boundingBox())?.width).toBe(390);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await steps.eventually(() => focused(page)).toBe('Open menu');

  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
  await steps.see(steps.title(page, 'Contacts'));
  await drawer.waitFor({ state: 'hidden' });
  expect(tab.complaints).toEqual([]);
});

test('a campaign is written, checked and sent by keyboard alone', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.see(steps.title(page, 'Sign in'));
  const { keyboard } = page;
  await steps.eventually(() => focused(page)).toBe('email');
  await keyboard.type(steps.CUSTOMER);
  await keyboard.press('Tab');
  await keyboard.type(steps.PASSWORD);
  await keyboard.press('Enter');
  await steps.see(steps.title(page, 'Send Bulk SMS'));
  await steps.see(page.getByLabel('Start from a template'));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await keyboard.press('Enter');
  await tabTo(page, /^compose-name$/);
  await keyboard.type('By keyboard');
  await tabTo(page, /^compose-body$/);
  await keyboard.type('Hello from the keyboard');
  await tabTo(page, /^Paste numbers/);
  await tabTo(page, /^compose-numbers$/);
  await keyboard.type('9841700010');
  await tabTo(page, /^Check recipients and cost$/);
  await keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toBe('Check before sending');
  await tabTo(page, /^Send now$/);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await steps.see(dialog);
  // Esc sends nothing and gives the focus back; the dialog keeps it while it is open.
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await steps.eventually(() => focused(page)).toBe('Send now');
  await keyboard.press('Enter');
  await steps.see(dialog);
  await tabTo(page, /^Send 1 message$/);
  await keyboard.press('Enter');
  await steps.see(steps.status(page, 'Completed'));
  expect(await world.operator.messages('+9779841700010')).toHaveLength(1);
  expect(tab.complaints).toEqual([]);
});
