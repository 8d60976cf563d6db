import { expect, test } from 'vitest';
import { VIEWPORT } from '../../support/browser.ts';
import { ENGLISH, focusFaults, NEPALI, narrowFaults, scan, show } from '../accessScan.ts';
import { publicRoutes } from '../routes.ts';
import * as steps from '../steps.ts';
import { atWidths } from '../tour/tour.ts';
import { faults, goTo, openAs, openTab } from '../visit.ts';
import { standingWorld } from '../world.ts';
import { COVER } from './covers.ts';

test('so is every public page, including its errors', async () => {
  const world = await standingWorld();
  const { wrong, note } = faults();
  const { page, settled } = await openTab(world);
  for (const path of publicRoutes) {
    await page.goto(world.server.url + path);
    await settled();
    note(path, await scan(page));
    note(path, await focusFaults(page));
    note(path, await narrowFaults(page));
    await page.setViewportSize(VIEWPORT);
    const submit = page.locator('main form [type="submit"]');
    if ((await submit.count()) === 0) continue;
    await submit.click();
    await settled();
    note(`${path} refused`, await scan(page));
  }
  expect(wrong).toEqual({});
});

test('no public page is wider than its window, at any width, in English or in Nepali', async () => {
  const world = await standingWorld();
  const { page, settled } = await openTab(world);
  for (const path of publicRoutes) {
    await page.goto(world.server.url + path);
    await settled();
    const found: Parameters<typeof atWidths>[2] = { sideways: {}, lists: {} };
    await show(page, ENGLISH);
    await atWidths(page, 'en', found);
    await show(page, NEPALI);
    await settled();
    await atWidths(page, 'ne', found);
    expect(found, path).toEqual({ sideways: {}, lists: {} });
  }
});

test('so is what the bar at the top and the keyboard open', async () => {
  const { wrong, note } = faults();
  const { page, settled } = await openAs(await standingWorld(), steps.CUSTOMER);
  const menu = () => page.getByRole('button', { name: 'Menu of Sita Sharma' }).click();
  const ways: readonly (readonly [name: string, width: number, open: () => Promise<unknown>])[] = [
    ['the menu of the user', 1280, menu],
    ['the palette', 1280, () => page.keyboard.press('Control+k')],
    ['the shortcuts', 1280, () => page.keyboard.press('?')],
    [
      'changing the password',
      1280,
      async () => {
        await menu();
        await page.getByRole('menuitem', { name: 'Change Password' }).click();
        await page.getByRole('menu').waitFor({ state: 'hidden' });
      },
    ],
    ['the main menu of a phone', 390, () => page.getByRole('button', { name: 'Open menu' }).click()],
  ];
  for (const [name, width, open] of ways) {
    await page.setViewportSize({ width, height: 800 });
    await open();
    await page.locator(COVER).first().waitFor();
    await settled();
    note(name, await scan(page));
    await page.keyboard.press('Escape');
    await page.waitForFunction((cover) => !document.querySelector(cover), COVER);
  }
  expect(wrong).toEqual({});
});

test('so are a campaign before it is sent, and a sheet before it is imported', async () => {
  const { wrong, note } = faults();
  const world = await standingWorld();
  const visit = await openAs(world, steps.CUSTOMER);
  const { page, settled } = visit;
  await goTo(visit, '/sms/bulk-sms');
  await steps.writeMessage(page, 'For everybody', 'Namaste');
  await steps.pasteNumbers(page, ['9841700010', '01-4412345']);
  await settled();
  note('the numbers', await scan(page));
  await steps.check(page);
  await settled();
  note('the plan', await scan(page));
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await steps.see(page.getByRole('dialog'));
  note('the last question', await scan(page));
  await page.goto(`${world.server.url}/contact/imports/create`);
  await settled();
  await steps.chooseFile(page, {
    name: 'two.csv',
    content: 'name,phone\nSita,9841888801\nRam,01-4412345\n',
  });
  await steps.see(page.getByRole('table'));
  await settled();
  note('the sheet', await scan(page));
  expect(wrong).toEqual({});
});
