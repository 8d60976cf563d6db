import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { readWith, signedInRoutes } from './routes.ts';
import * as steps from './steps.ts';
import { giveToken, post, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

async function open(path: string, language = 'en', user = steps.CUSTOMER): Promise<Page> {
  const { page } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, user));
  await steps.prefer(page, world.server.url, { language });
  await page.goto(world.server.url + path);
  return page;
}

/** In a page: how far the text of each cell of numbers is from the cell's end, without its padding. */
const fromEnd = (): number[] =>
  [...document.querySelectorAll('.crud-rows td.crud-end')].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
    return Math.round(end - range.getBoundingClientRect().right);
  });

/** In a page: the least room between a number and the text of the next column. */
const leastGap = (selector: string): number =>
  Math.min(
    ...[...document.querySelectorAll(selector)].map((cell) => {
      const [number, next] = [cell, cell.nextElementSibling as Element].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      });
      return Math.round((next?.left ?? 0) - (number?.right ?? 0));
    }),
  );

test.each(['en', 'ne'])('amounts of a column end at one edge (%s)', async (language) => {
  const page = await open('/wallet/topup-history', language);
  await steps.see(page.locator('.crud-rows td.crud-end a').first());
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const gaps = await page.evaluate(fromEnd);
    expect([width, gaps]).toEqual([width, gaps.map(() => 0)]);
  }
});

test.each(['/contact/groups', '/wallet/history', '/wallet/topup-history'])(
  '%s: a number is not read as one with the text beside it',
  async (path) => {
    const page = await open(path);
    const numbers = '.crud-rows td.crud-end:has(+ td:not(.crud-end, .crud-row-actions))';
    await steps.see(page.locator(numbers).first());
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(leastGap, numbers), String(width)).toBeGreaterThanOrEqual(16);
    }
  },
);

test.each(['en', 'ne'])(
  "an invoice's quantity stands apart from its amount on phones (%s)",
  async (language) => {
    const paths = await signedInRoutes(readWith(world.server.url, await tokenOf(world, steps.CUSTOMER)));
    const page = await open(
      paths.find((path) => /^\/wallet\/invoices\/[0-9a-f]{8}-(?!0000)/.test(path)) ?? '',
      language,
    );
    const quantity = 'td.invoice-end:has(+ .invoice-end)';
    await steps.see(page.locator(quantity).first());
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(leastGap, quantity)).toBeGreaterThanOrEqual(18);
  },
);

test('two lines of a choice stand apart from the question above', async () => {
  const page = await open('/settings/blacklist/create');
  await page.setViewportSize({ width: 390, height: 844 });
  const choice = page.getByText('We decided not to message this number');
  await steps.see(choice);
  const room = await choice.evaluate((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    const question = label.closest('fieldset, .MuiFormControl-root')?.querySelector('.MuiFormLabel-root');
    return {
      lines: range.getClientRects().length,
      above: Math.round(range.getBoundingClientRect().top - (question?.getBoundingClientRect().bottom ?? 0)),
    };
  });
  expect(room.lines).toBe(2);
  expect(room.above).toBeGreaterThanOrEqual(6);
});

test.each(['en', 'ne'])('no line of a session begins with its dot (%s)', async (language) => {
  // The button beside other sessions makes their lines narrow.
  await tokenOf(world, steps.CUSTOMER);
  const page = await open('/profile', language);
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = page.locator('.profile-row-main small', { hasText: '·' });
  await steps.see(lines.nth(1));
  const beginnings = await lines.evaluateAll((all) =>
    all.map((line) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let [before, top] = [Number.NaN, Number.NaN];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        for (let at = 0; at < text.length; at++) {
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const box = range.getBoundingClientRect();
          if (text.data[at] === '·') top = box.bottom;
          else if (Number.isNaN(top) && box.width > 0) before = box.bottom;
        }
      }
      return Math.abs(top - before) < 8;
    }),
  );
  expect(beginnings).toEqual(beginnings.map(() => true));
});

test('what takes a record back comes after what changes it', async () => {
  const page = await open('/wallet/topup-history?filter=%7B%22status%22%3A%22pending%22%7D');
  await page.locator('.crud-rows a.crud-title').first().click();
  const actions = page.locator('.crud-header .crud-actions > *');
  await expect.poll(() => actions.allInnerTexts()).toEqual(['Edit', 'Cancel']);

  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const colleague = { name: 'Maya Rai', email: 'maya.rai@himal.test', role: 'viewer', daily_cap: null };
  const { uuid } = await post<{ uuid: string }>(world, '/v1/autho/team/', colleague);
  await page.goto(`${world.server.url}/team/${uuid}/show`);
  await expect
    .poll(async () => (await actions.allInnerTexts()).slice(-2))
    .toEqual(['Edit', 'Withdraw the invitation']);
  // Others look at the same team.
  await world.server.call('POST', `/v1/autho/team/${uuid}/take-back/`);
});

test.each([
  [1440, 900],
  [390, 844],
])('the plan shows its button with count and cost without scrolling at %i by %i', async (width, height) => {
  const page = await open('/sms/bulk-sms');
  await page.setViewportSize({ width, height });
  await steps.writeMessage(page, 'To everybody', 'Hello {{name}}');
  for (const group of ['Customers', 'Staff']) await steps.chooseGroup(page, group);
  await steps.check(page);
  const send = page.getByRole('button', { name: /^Send [\d,]+ messages for Rs\. [\d,.]+$/ });
  await steps.see(send);
  const button = await send.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
    return {
      scrolled: scrollY,
      below: document.documentElement.scrollHeight > innerHeight,
      inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      covered: corners.filter(([x, y]) => !element.contains(document.elementFromPoint(x, y))),
    };
  });
  expect(button).toEqual({ scrolled: 0, below: true, inside: true, covered: [] });
});

test.each([
  ['/sms/dispatch', steps.CUSTOMER],
  ['/sms', steps.CUSTOMER],
  ['/wallet/topup-history', steps.CUSTOMER],
  ['/admin/campaigns', steps.ADMIN],
  ['/admin/payment-references', steps.ADMIN],
  ['/kyc', steps.ADMIN],
  ['/users', steps.ADMIN],
])('on tablets %s keeps title, status and actions in sight', async (path, user) => {
  for (const language of ['en', 'ne']) {
    const page = await open(`${path}?filter=%7B%7D`, language, user);
    const rows = page.locator('.crud-rows:not([data-pending]) tbody tr');
    await steps.see(rows.first());
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const seen = await rows.first().evaluate((row) => {
        const table = row.closest('.crud-scroll')?.getBoundingClientRect();
        const cells = ['[data-place="title"]', '[data-place="status"]', '.crud-row-actions']
          .map((selector) => row.querySelector(`:scope > ${selector}`))
          .filter((cell) => cell !== null);
        const hidden = cells.filter((cell) => {
          const { left, right, top, height } = cell.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, top + height / 2];
          const isWithin = left >= (table?.left ?? 0) && right <= (table?.right ?? 0) && right > left;
          return !isWithin || !cell.contains(document.elementFromPoint(x, y));
        });
        return { cells: cells.length, hidden: hidden.map((cell) => cell.outerHTML) };
      });
      expect(seen, `${language} ${width}`).toEqual({
        cells: path === '/wallet/topup-history' ? 3 : 2,
        hidden: [],
      });
    }
  }
});
