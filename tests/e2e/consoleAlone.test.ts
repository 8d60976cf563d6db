import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#schema/catalogue.ts';
import { type HostedConsole, hostConsole } from '../support/consoleHost.ts';
import { listen } from './accessScan.ts';
import { isStaffs, NOBODY, signedInRoutes } from './routes.ts';
import * as steps from './steps.ts';
import { goTo } from './visit.ts';
import { startWorld, type World } from './world.ts';

let host: HostedConsole;
let stranger: HostedConsole;
let world: World;
beforeAll(async () => {
  [host, stranger] = await Promise.all([hostConsole(), hostConsole()]);
  world = await startWorld({ environment: { CORS_ORIGINS: host.url, SESSION_COOKIE: 'httponly' } });
});
afterAll(async () => {
  await world?.close();
  await host?.close();
  await stranger?.close();
});

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The operations that a page asks the API for. */
function operationsOf(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) asked.add(`${request.method()} ${pathname.replace(UUID, '{uuid}')}`);
  });
  return asked;
}

/** Reads paths of the API with the page's session, behind the page's back. */
const readWithin = (page: Page) => async (path: string) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const headers = { authorization: `Token ${token}` };
  const answer = await page.request.get(host.url + path, { headers });
  return answer.ok() ? ((await answer.json()) as unknown) : undefined;
};

test.each([
  ['a customer', steps.CUSTOMER],
  ['an administrator', steps.ADMIN],
])('of a server with the catalogue alone, %s’s pages ask for nothing else', async (_, email) => {
  host.serve({ apiUrl: '', offers: [] }, world.server.url);
  const { page, complaints } = await world.browser.open();
  const settled = listen(page);
  const asked = operationsOf(page);
  await steps.openBySigningIn(page, host.url, email);
  // At an address of nothing the API says so, which is no complaint.
  const all = (await signedInRoutes(readWithin(page))).filter((route) => !route.includes(NOBODY));
  const routes = email === steps.ADMIN ? all.filter(isStaffs) : all;
  expect(routes.length).toBeGreaterThan(30);
  for (const route of routes) await goTo({ page, settled }, route);
  expect(asked.size).toBeGreaterThan(15);
  expect([...asked].filter((operation) => !catalogue.includes(operation))).toEqual([]);
  expect(complaints).toEqual([]);
});

describe('two origins of one site, with the session in a cookie of the API', () => {
  test('signing in, a list, a file, a change, and signing out work', async () => {
    host.serve({ apiUrl: world.server.url, cookies: true, brand: 'Himal SMS' });
    const { page, complaints } = await world.browser.open();
    const sent: string[] = [];
    const first: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/v1\/|\.js(on)?$/.test(pathname)) first.push(pathname);
      if (request.headers()['x-xsrf-token']) sent.push(request.url());
    });
    await page.goto(`${host.url}/login?next=/contact`);
    await steps.see(page.getByText('Himal SMS', { exact: true }));
    await steps.signIn(page, steps.CUSTOMER);
    await steps.see(steps.title(page, 'Contacts'));
    expect(await page.title()).toBe('Contacts · Himal SMS');
    // Requested with the page, before its scripts, and once.
    expect(first[0]).toBe('/config.json');
    expect(first.lastIndexOf('/config.json')).toBe(0);
    const cookies = await page.context().cookies(world.server.url);
    expect(cookies.find(({ name }) => name === 'session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    });
    expect(cookies.find(({ name }) => name === 'token')?.value).toMatch(/^session-in-cookie-/);

    // Its name is in a header that browsers hide of other origins unless the API shows it.
    const file = await steps.download(page, page.getByRole('button', { name: 'Export' }));
    expect(file.name).toMatch(/^contacts \d{4}-\d\d-\d\d\.csv$/);

    await page.goto(`${host.url}/contact/groups/create`);
    await page.getByLabel('Name').fill('Elsewhere');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await steps.see(page.getByText('Elsewhere').first());

    await page.getByRole('button', { name: /^Menu of / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect((await page.context().cookies(world.server.url)).map(({ name }) => name)).not.toContain('session');
    expect(sent).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('an origin that the API does not allow is reported with both addresses', async () => {
    stranger.serve({ apiUrl: world.server.url });
    const { page } = await world.browser.open();
    await page.goto(`${stranger.url}/login`);
    await steps.signIn(page, steps.CUSTOMER);
    await steps.see(
      page.getByText(
        `No answer from ${world.server.url}. Either it cannot be reached, or it does not allow requests from ${stranger.url}.`,
      ),
    );
  });
});
