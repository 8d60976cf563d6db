import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, ENGLISH, focusFaults, follow, listen, NEPALI, narrowFaults, scan } from './accessScan.ts';
import { isStaffs, NOBODY, publicRoutes, readWith, signedInRoutes } from './routes.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** A page without movement, which would be looked at halfway, and what tells when it is complete. */
async function open() {
  const { page } = await world.browser.open({ reducedMotion: 'reduce' });
  // A browser without a window never says that it has printed, and the page would stay as it is on paper.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  return { page, settled: listen(page) };
}

const post = async <T>(path: string, body: object): Promise<T> =>
  (await world.server.call<{ data: T }>('POST', path, body)).data;

/** The console of who holds a token, and the addresses that are theirs. */
async function openWith({ token }: { token: string }) {
  const visit = await open();
  await visit.page.context().addCookies([{ name: 'token', value: token, url: world.server.url }]);
  await visit.page.goto(world.server.url);
  await visit.settled();
  return { ...visit, routes: await signedInRoutes(readWith(world.server.url, token)) };
}

const credentials = (email: string) => ({ email, password: steps.PASSWORD });
const openCustomer = async () => openWith(await post('/v1/login/', credentials(steps.CUSTOMER)));
async function openStaff() {
  const visit = await openWith(await post('/v1/login/admin/', credentials(steps.ADMIN)));
  return { ...visit, routes: visit.routes.filter(isStaffs) };
}

type Visit = Awaited<ReturnType<typeof openWith>>;

/** Goes through the console as a customer and as an administrator at once. */
const bothWays = (walk: (visit: Visit) => Promise<void>): Promise<unknown> =>
  Promise.all([openCustomer, openStaff].map(async (open) => walk(await open())));

/** The words of the page's heading. */
const heading = (page: Page) => page.evaluate(() => document.querySelector('h1')?.textContent);

async function goTo({ page, settled }: Pick<Visit, 'page' | 'settled'>, path: string): Promise<void> {
  const before = await heading(page);
  await follow(page, path);
  await settled();
  if ((await heading(page)) !== before) return;
  // Either a page of the same name, or still the one before, whose successor has not been drawn.
  await drawn(page);
  await settled();
}

/** What is wrong, by the page or the thing on it. */
function faults() {
  const wrong: Record<string, string[]> = {};
  return {
    wrong,
    note(place: string, found: readonly string[]): void {
      if (found.length > 0) wrong[place] = [...(wrong[place] ?? []), ...found];
    },
  };
}

/** One look for a page whose kind is looked at in both on others: they take turns. */
const turn = (index: number) => [index % 2 === 0 ? ENGLISH : NEPALI];

/** Looking at every page takes its time where the machine is busy. */
const patience = { timeout: 900_000 };

test('every page is right for the engines, its focus is seen, and nothing is cut off', patience, async () => {
  const { wrong, note } = faults();
  await bothWays(async (visit) => {
    const titles = new Map<string, string[]>();
    for (const path of visit.routes) {
      await goTo(visit, path);
      // Nepali last: its words are the longer ones.
      note(path, await scan(visit.page, [ENGLISH, NEPALI]));
      note(path, await focusFaults(visit.page));
      note(path, await narrowFaults(visit.page));
      // Addresses that lead nowhere say so.
      if (path.includes(NOBODY)) continue;
      const name = await visit.page.title();
      titles.set(name, [...(titles.get(name) ?? []), path]);
    }
    await goTo(visit, '/no-such-page');
    const nothing = await visit.page.title();
    // A sender name is decided on its page, which both addresses open.
    const isOnePage = (first: string, other: string) =>
      first === other || (other.startsWith('/admin/sender-identities/') && first === `${other}/show`);
    for (const [name, [first = '', ...others]] of titles)
      for (const other of others)
        if (name !== nothing && !isOnePage(first, other)) note(other, [`is called as ${first}: ${name}`]);
    expect(titles.size).toBeGreaterThan(20);
  });
  expect(wrong).toEqual({});
});

test('so is every page for who has not signed in, with what it refuses', patience, async () => {
  const { wrong, note } = faults();
  const { page, settled } = await open();
  for (const path of publicRoutes) {
    await page.goto(world.server.url + path);
    await settled();
    note(path, await scan(page));
    note(path, await focusFaults(page));
    note(path, await narrowFaults(page));
    const submit = page.locator('main form [type="submit"]');
    if ((await submit.count()) === 0) continue;
    await submit.click();
    await settled();
    note(`${path} refused`, await scan(page));
  }
  expect(wrong).toEqual({});
});

test('so is every page that cannot be loaded', patience, async () => {
  const { wrong, note } = faults();
  await bothWays(async (visit) => {
    const { page, settled, routes } = visit;
    await page.route('**/v1/**', (route) => route.abort('connectionfailed'));
    for (const [index, path] of routes.entries()) {
      await goTo(visit, path);
      note(path, await scan(page, turn(index)));
    }
    await page.goto(world.server.url);
    await settled();
    note('the console itself', await scan(page));
  });
  expect(wrong).toEqual({});
});

test('so is every list in which nothing matches', patience, async () => {
  const { wrong, note } = faults();
  await bothWays(async (visit) => {
    const lists = visit.routes.filter((path) => !/\/$|create|show|[0-9a-f]{12}|no-such/.test(path));
    for (const [index, path] of lists.entries()) {
      await goTo(visit, `${path}?filter=${encodeURIComponent(JSON.stringify({ q: 'zzzzz' }))}`);
      note(path, await scan(visit.page, turn(index)));
    }
  });
  expect(wrong).toEqual({});
});

/** The token of somebody who has just registered, with nothing yet. */
async function register(): Promise<{ token: string }> {
  const email = 'nobody-yet@example.test';
  const { ticket } = await post<{ ticket: string }>('/v1/autho/user/signup/', {
    ...credentials(email),
    name: 'Maya Rai',
    type: 'individual',
  });
  let otp = '';
  await steps
    .eventually(async () => {
      const answer = await fetch(`${world.server.url}/dev/outbox?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      });
      const { results } = (await answer.json()) as { results: { text: string }[] };
      otp = /\b\d{6}\b/.exec(results[0]?.text ?? '')?.[0] ?? '';
      return otp;
    })
    .not.toBe('');
  return post('/v1/autho/user/verify-otp/', { email, otp, ticket });
}

test('so is every page of an account that has nothing yet', patience, async () => {
  const { wrong, note } = faults();
  const visit = await openWith(await register());
  for (const [index, path] of visit.routes.entries()) {
    await goTo(visit, path);
    note(path, await scan(visit.page, turn(index)));
  }
  expect(wrong).toEqual({});
  expect(visit.routes.length).toBeGreaterThan(25);
});

/** Presses the next button of the page that was not pressed yet; answers its words, and undefined after the last. */
const pressNext = (page: Page, pressed: string[]): Promise<string | undefined> =>
  page.evaluate((pressed) => {
    // Those that order and page a list open nothing.
    const buttons = 'main button:not(:disabled, th *, .crud-pagination *), main [role="tab"]';
    for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
      // Of the buttons of many rows, which end with the record's name, one.
      const words = (button.ariaLabel ?? button.textContent ?? '').split(':')[0]?.trim() ?? '';
      if (pressed.includes(words) || !button.checkVisibility({ visibilityProperty: true })) continue;
      document.querySelector('[data-opener]')?.removeAttribute('data-opener');
      button.dataset.opener = '';
      button.focus();
      button.click();
      return words;
    }
    return undefined;
  }, pressed);

const COVER =
  'body > :not(#root) :is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';
const isCovered = async (page: Page): Promise<boolean> => (await page.locator(COVER).count()) > 0;

/** Whether the focus is in what has opened, stays there, and is back at what opened it after Esc. */
async function coverFaults(page: Page): Promise<string[]> {
  const isInside = () =>
    page.evaluate(
      // A combobox keeps the focus while its list is open.
      (cover) => document.activeElement?.closest(`${cover}, [role="combobox"][aria-expanded="true"]`) != null,
      COVER,
    );
  if (!(await isInside())) return ['the focus is not in it'];
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // Menus and lists close at Tab, which goes on from there.
    if (!(await isCovered(page)))
      return (await page.evaluate(() => document.activeElement === document.body))
        ? ['the focus is lost']
        : [];
    if (!(await isInside())) return [`${key} leaves it`];
  }
  const what = (await page.locator(COVER).allTextContents()).join().slice(0, 80);
  await page.keyboard.press('Escape');
  const isBack = (cover: string) =>
    !document.querySelector(cover) && document.activeElement?.matches('[data-opener]') === true;
  // What closes fades out before it is gone.
  const back = page.waitForFunction(isBack, COVER, { timeout: 10_000 });
  if (await back.then(Boolean, () => false)) return [];
  return [(await isCovered(page)) ? 'Esc does not close it' : `no focus where it was before: ${what}`];
}

test('so is everything that a button opens; it keeps the focus and gives it back', patience, async () => {
  const { wrong, note } = faults();
  const opened: string[] = [];
  await bothWays(async (visit) => {
    const { page, settled, routes } = visit;
    // Every button may be pressed: nothing but reading reaches the server.
    await page.route('**/v1/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
    );
    const reload = async (path: string) => {
      await page.goto(world.server.url + path);
      await settled();
    };
    const everywhere: string[] = [];
    for (const path of routes.filter((path) => !path.includes(NOBODY))) {
      await goTo(visit, path);
      // A form on the page before may ask whether it may be left.
      if (await isCovered(page)) await reload(path);
      const pressed = [...everywhere];
      for (;;) {
        const words = await pressNext(page, pressed);
        if (words === undefined) break;
        pressed.push(words);
        await settled();
        if (!(await isCovered(page))) await drawn(page);
        const place = `${path} ${words}`;
        if (await isCovered(page)) {
          opened.push(place);
          // The same on every list.
          if (/^(View|Saved filters|Open the choices)$/.test(words)) everywhere.push(words);
          // It ends in English, by whose words the buttons are known.
          note(place, await scan(page));
          note(place, await coverFaults(page));
        }
        if ((await isCovered(page)) || new URL(page.url()).pathname !== path) await reload(path);
      }
      if (pressed.length > everywhere.length) note(`${path} pressed`, await scan(page, [ENGLISH]));
    }
  });
  expect(wrong).toEqual({});
  expect(opened.length).toBeGreaterThan(30);
});

test('so is what the bar at the top and the keyboard open', patience, async () => {
  const { wrong, note } = faults();
  const { page, settled } = await openCustomer();
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

test('so are a campaign before it is sent, and a sheet before it is imported', patience, async () => {
  const { wrong, note } = faults();
  const visit = await openCustomer();
  const { page, settled } = visit;
  await goTo(visit, '/sms/bulk-sms');
  await steps.writeMessage(page, 'For everybody', 'Namaste');
  await steps.pasteNumbers(page, ['9841700010', '01-4412345']);
  await settled();
  note('the numbers', await scan(page));
  await steps.check(page);
  await settled();
  note('the plan', await scan(page));
  await page.getByRole('button', { name: 'Send now' }).click();
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
