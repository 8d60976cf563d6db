import { afterAll, beforeAll, expect, test } from 'vitest';
import { onceDrawn, sideways } from './overflow.ts';
import { sendByApi } from './sendByApi.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

// Nobody listens there.
const URL = 'http://127.0.0.1:1025/sms/results/with/a/long/path/that/does/not/end/soon';
let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(() => world?.close());

test.each(['en', 'ne'])('the names of reports are read whole at every width, in %s', async (language) => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/reports`, steps.ADMIN);
  await steps.prefer(page, world.server.url, { language });
  await page.reload();
  const select = page.locator('.report-kind select');
  await steps.see(select);
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // What the browser draws of the longest name, without the arrow.
    const cut = await select.evaluate((element: HTMLSelectElement) => {
      const style = getComputedStyle(element);
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = style.font;
      const room =
        element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return [...element.options]
        .map(({ text }) => text)
        .filter((text) => pen.measureText(text).width > room);
    });
    expect([width, cut]).toEqual([width, []]);
  }
});

test('the cards of all settings are as wide as their tabs, with the same space inside', async () => {
  const { page } = await world.browser.open();
  for (const tab of ['', '/billing', '/mail', '/security']) {
    await steps.openAs(page, `${world.server.url}/admin/settings${tab}`, steps.ADMIN);
    await steps.see(page.locator('.settings .crud-form'));
    for (const [width, padding] of [
      [390, '16px'],
      [1280, '24px'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const seen = await page.evaluate(() => {
        const strip = document.querySelector('.settings')?.getBoundingClientRect().width ?? 0;
        const cards = [...document.querySelectorAll('.settings :is(.crud-form, .billing-section.crud-card)')];
        return cards
          .filter((card) => !card.parentElement?.closest('.crud-form, .crud-card'))
          .map((card) => [card.getBoundingClientRect().width === strip, getComputedStyle(card).paddingLeft]);
      });
      expect([tab, width, seen]).toEqual([tab, width, seen.map(() => [true, padding])]);
    }
  }
});

test('failed deliveries have their button within a tablet', async () => {
  const { server, browser } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  await server.call('POST', '/v1/autho/webhooks/', {
    ...{ url: URL, events: ['campaign.completed'], is_active: true },
  });
  await sendByApi(world, { name: 'Festival', body: 'Hello', numbers: ['9841234567'] });
  await steps
    .eventually(async () => {
      type Deliveries = { results: { attempts: number }[] };
      return (await server.call<Deliveries>('GET', '/v1/autho/webhook-deliveries/')).results[0]?.attempts;
    })
    .toBeGreaterThan(0);
  const { page } = await browser.open();
  await steps.openAs(page, `${server.url}/settings/webhook-deliveries`, steps.CUSTOMER);
  for (const language of ['en', 'ne']) {
    await steps.prefer(page, server.url, { language });
    await page.reload();
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await steps.see(page.locator('.webhook-retry'));
      expect([language, width, ...(await onceDrawn(page, [sideways]))]).toEqual([language, width, []]);
    }
  }
});

test.each(['en', 'ne'])('the filters of reports fill their rows, in %s', async (language) => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/reports`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language });
  await page.reload();
  const bar = page.locator('.daily-bar');
  await steps.see(bar.locator('.report-kind'));
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // How far the last one of each row is from the end of the bar.
    const left = await bar.evaluate((element) => {
      const style = getComputedStyle(element);
      const end = element.getBoundingClientRect().right - Number.parseFloat(style.paddingRight);
      const boxes = [...element.children].map((child) => child.getBoundingClientRect());
      const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
      return [...rows.values()].map((row) => Math.round(end - Math.max(...row.map(({ right }) => right))));
    });
    expect([width, left]).toEqual([width, left.map(() => 0)]);
  }
});

test.each(['en', 'ne'])("the filters of staff's reports stand in even rows, in %s", async (language) => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/reports`, steps.ADMIN);
  await steps.prefer(page, world.server.url, { language });
  await page.reload();
  const bar = page.locator('.daily-bar');
  await steps.see(bar.locator('.MuiAutocomplete-root'));
  for (const [width, rows] of [
    [390, [1, 1, 1, 1]],
    [768, [2, 2]],
    [1024, [2, 2]],
    [1440, [4]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await bar
      .locator('.MuiInputBase-root')
      .evaluateAll((boxes) =>
        [...Map.groupBy(boxes, (box) => Math.round(box.getBoundingClientRect().top)).values()].map(
          (row) => row.length,
        ),
      );
    expect([width, seen]).toEqual([width, rows]);
  }
});

test('two groups of a contact cannot be read as one', async () => {
  const { server, browser } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const groups: string[] = [];
  for (const name of ['Pokhara', 'Suppliers']) {
    const { data } = await server.call<{ data: { uuid: string } }>('POST', '/v1/contact/contact-group/', {
      name,
    });
    groups.push(data.uuid);
  }
  const contact = { name: 'Maya', phone: '9841234568', groups, attributes: {}, is_active: true };
  const { data } = await server.call<{ data: { uuid: string } }>('POST', '/v1/core/contacts/', contact);
  const { page } = await browser.open();
  await steps.openAs(page, `${server.url}/contact/${data.uuid}/show`, steps.CUSTOMER);
  const names = page.locator('.crud-record .crud-tags > *');
  await steps.see(names.nth(1));
  const marks = await names.evaluateAll((all) =>
    all.map((name) => getComputedStyle(name, '::after').content),
  );
  expect(marks).toEqual(['","', 'none']);
  await page.goto(`${server.url}/contact/${data.uuid}`);
  const chips = page.locator('.MuiAutocomplete-root .MuiChip-root');
  await steps.see(chips.nth(1));
  await steps
    .eventually(() =>
      chips.evaluateAll(([one, other]) =>
        one && other ? other.getBoundingClientRect().left - one.getBoundingClientRect().right : 0,
      ),
    )
    .toBeGreaterThanOrEqual(4);
});

test('the names in the user menu begin in one line, also those with a switch', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/profile`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  await page.reload();
  await page.locator('.user-button').click();
  const items = page.locator('[role=menu] :is([role=menuitem], [role=menuitemcheckbox])');
  await steps.see(items.nth(4));
  const begins = await items.evaluateAll((all) =>
    all
      .filter((item) => item.checkVisibility())
      .map((item) => {
        const text = document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const range = document.createRange();
        range.selectNodeContents(text);
        return Math.round(range.getBoundingClientRect().left - item.getBoundingClientRect().left);
      }),
  );
  expect(begins).toEqual(begins.map(() => begins[0]));
});

test('what operators say of a sender ID stands below what the record says', async () => {
  const { server, browser } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const { results } = await server.call<{ results: { uuid: string }[] }>('GET', '/v1/sms/identities/');
  const { page } = await browser.open();
  await steps.openAs(page, `${server.url}/sms/sender-identities/${results[0]?.uuid}/show`, steps.CUSTOMER);
  await steps.see(page.locator('.approvals dd').first());
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await page
      .locator(':is(.crud-record, .approvals) dd')
      .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().left)));
    expect(new Set(lefts).size, `${width}: ${lefts}`).toBe(1);
  }
});

test('changes that need a second person fit their cards', async () => {
  const { server, browser } = world;
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  const { data: settings } = await server.call<{ data: object }>('GET', '/v1/admin/settings/');
  await server.call('PUT', '/v1/admin/settings/', { ...settings, second_person_above: 100_000 });
  const { results } = await server.call<{ results: { uuid: string; name: string; type: string }[] }>(
    'GET',
    '/v1/admin/accounts/?search=Sagarmatha',
  );
  const [account] = results;
  if (!account) throw new Error('no account');
  const { uuid, name, type } = account;
  const limit = (credit_limit: number) =>
    server.call('PUT', `/v1/admin/accounts/${uuid}/`, { name, type, billing: 'postpaid', credit_limit });
  await limit(100_000);
  await limit(1_234_567_800);
  await server.call('POST', `/v1/credit/user-wallets/${uuid}/adjust/`, {
    amount: 1_234_567_800,
    reason: 'Wrong credit',
  });
  const { page } = await browser.open();
  await steps.openAs(page, `${server.url}/admin/credit-limits`, steps.ADMIN);
  for (const path of ['credit-limits', 'wallet-adjustments']) {
    for (const language of ['en', 'ne']) {
      await steps.prefer(page, server.url, { language });
      await page.goto(`${server.url}/admin/${path}`);
      await steps.see(page.locator('.wallet-decide'));
      for (const width of [768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const { room, height } = await page.locator('.crud-scroll').evaluate((scroll) => ({
          room: scroll.clientWidth - scroll.scrollWidth,
          height: scroll.querySelector<HTMLElement>('tbody tr')?.offsetHeight ?? 0,
        }));
        expect([path, language, width, room]).toEqual([path, language, width, 0]);
        // Not a column of single words.
        expect([path, language, width, height], 'the height of a row').toSatisfy(() => height <= 130);
      }
    }
  }
});
