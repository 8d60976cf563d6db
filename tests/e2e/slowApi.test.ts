import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** Holds every answer of the API until it is let go, and tells what was asked for. */
async function holdAnswers(page: Page) {
  const asked: string[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await promise;
    await route.continue();
  });
  return { asked, letGo };
}

test.each([
  ['/contact', '/v1/core/contacts/', 'Contacts'],
  ['/', '/v1/core/dashboard/', 'Dashboard'],
])(
  'the shell of %s and its request wait for nothing, and who it is is not asked',
  async (path, request, title) => {
    const { page, complaints } = await world.browser.open();
    await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
    const { asked, letGo } = await holdAnswers(page);
    await page.goto(world.server.url + path);
    // Nothing has been answered: who it is stands in the page.
    await steps.see(page.getByRole('navigation', { name: 'Main menu' }));
    await steps.see(page.getByRole('banner').getByText('Balance:'));
    await steps.see(steps.title(page, title));
    await steps.eventually(() => asked).toContain(request);
    expect(asked.filter((one) => one === request)).toHaveLength(1);
    expect(asked).not.toContain('/v1/autho/user/profile/');
    letGo();
    await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, main [aria-busy="true"]'));
    expect(complaints).toEqual([]);
  },
);

test('a list comes with the session, and with its page the next time, so that it is not asked for', async () => {
  const { page, complaints } = await world.browser.open();
  const asked: string[] = [];
  const contacts = '/v1/core/contacts/';
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const rows = page.locator('.crud-rows tbody tr');
  const first = () => rows.first().getByRole('link').first().textContent();
  /** Opens the list until the server had it in time. */
  const unasked = (open: () => Promise<unknown>) =>
    steps
      .eventually(async () => {
        asked.length = 0;
        await open();
        await steps.see(rows.nth(9));
        // Rows that the server has drawn are there before anything can be asked for.
        await page.waitForFunction(() => document.getElementById('root')?.dataset.drawn === undefined);
        return asked;
      })
      .not.toContain(contacts);
  await unasked(async () => {
    await page.context().clearCookies();
    await steps.openBySigningIn(page, `${world.server.url}/contact`, steps.CUSTOMER);
  });
  expect(asked).toContain('/v1/login/');
  expect(asked).not.toContain('/v1/autho/user/profile/');
  const newest = await first();
  await unasked(() => page.reload());
  expect(asked).not.toContain('/v1/autho/user/profile/');
  expect(await first()).toBe(newest);
  // In another order it is asked for once, and is in the page from then on: the server has been told of it.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await steps.eventually(first).not.toBe(newest);
  const sorted = await first();
  await unasked(() => page.goto(`${world.server.url}/contact`));
  expect(await first()).toBe(sorted);
  expect(complaints).toEqual([]);
});

test('who is quicker than the list of sender IDs does not have to press again', async () => {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/v1/sms/identities/*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Before the sender IDs', 'The shop opens at ten.');
  await steps.pasteNumbers(page, ['9841234511']);
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  await steps.see(page.getByRole('button', { name: 'Checking' }));
  expect(await page.getByRole('link', { name: 'Choose a sender ID' }).count()).toBe(0);
  letGo();
  await steps.see(page.getByRole('heading', { name: 'Check before sending' }));
  expect(complaints).toEqual([]);
});
