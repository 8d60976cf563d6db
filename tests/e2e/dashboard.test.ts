import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendByApi } from './sendByApi.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

type Box = { x: number; y: number; width: number; height: number };

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world.close());

/** The provider rejects the demonstration's waiting top-up. */
async function rejectTopup(reason: string): Promise<string> {
  const { server } = world;
  const { results } = await server.call<{ results: { uuid: string }[] }>(
    'GET',
    '/v1/credit/user-payment-reference/?status=pending&kind=topup',
  );
  const uuid = results[0]?.uuid ?? '';
  const post = (path: string, token: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/v1/login/admin/', '', { email: steps.ADMIN, password: steps.PASSWORD });
  const { data } = (await signedIn.json()) as { data: { token: string } };
  const answer = await post('/v1/credit/payment/credit_payment_reject/', data.token, { uuid, reason });
  expect(answer.status, await answer.text()).toBe(200);
  return uuid;
}

const sentThisMonth = async (page: Page): Promise<number> => {
  const figure = page.locator('.dash-figure', { hasText: 'Sent this month' }).locator('p');
  // After it come the tests among them.
  return Number(/^[\d,]*/.exec((await figure.textContent()) ?? '')?.[0].replaceAll(',', ''));
};
const lastDay = (page: Page) => page.locator('.dash-chart').first().locator('tbody tr').last().locator('td');

test('what is sent moves the dashboard without a reload, and daily consumption says the same', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/`, steps.CUSTOMER);
  await steps.see(page.locator('.chart-drawing').first());
  const before = await sentThisMonth(page);
  await page.locator('.dash-chart').first().getByText('Show the numbers as a table').click();
  const delivered = Number(((await lastDay(page).first().textContent()) ?? '').replaceAll(',', ''));

  await page.evaluate(() => Object.assign(window, { same: true }));
  const numbers = ['9841555101', '9841555102', '9801555103'];
  await sendByApi(world, { name: 'Aside', body: 'Hello', numbers });
  await steps.eventually(() => sentThisMonth(page)).toBe(before + 3);
  await steps
    .eventually(async () => Number(((await lastDay(page).first().textContent()) ?? '').replaceAll(',', '')))
    .toBe(delivered + 3);
  expect(await page.evaluate(() => 'same' in window)).toBe(true);

  await page.getByRole('link', { name: 'Daily consumption' }).first().click();
  await steps.see(steps.title(page, 'Daily consumption'));
  await steps.eventually(() => steps.figure(page, 'Sent')).toBe(String((before + 3).toLocaleString('en-IN')));
  const [today] = await steps.rows(page.getByRole('table'));
  expect(Number(today?.[2]?.replaceAll(',', ''))).toBe(delivered + 3);
  const { text } = await steps.download(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(text.trim().split('\r\n').at(-1)?.split(',')[1]).toBe(today?.[1]?.replaceAll(',', ''));
  expect(complaints).toEqual([]);
});

test('what needs attention appears by itself and leads to its page', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/`, steps.CUSTOMER);
  await steps.see(page.locator('.dash-figure').first());
  const uuid = await rejectTopup('No transfer has come.');
  const item = page.locator('[data-code="topup_rejected"]');
  await steps.see(item);
  expect(await item.textContent()).toContain('No transfer has come.');
  await item.getByRole('link').click();
  await page.waitForURL(`**/wallet/topup-history/${uuid}/show`);
  await steps.see(page.getByText('No transfer has come.'));
  expect(complaints).toEqual([]);
});

test('campaigns keep their names where the sidebar leaves little room', async () => {
  const { page } = await world.browser.open();
  await page.setViewportSize({ width: 1024, height: 800 });
  await steps.openAs(page, `${world.server.url}/`, steps.CUSTOMER);
  const name = page.locator('.dash-name').first();
  await steps.see(name);
  expect((await name.boundingBox())?.width).toBeGreaterThan(150);
});

test('a chart is read by keyboard, and fits a narrow screen', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/wallet/daily-consumption`, steps.CUSTOMER);
  await page.setViewportSize({ width: 320, height: 720 });
  const drawing = page.locator('.chart-drawing');
  await steps.see(drawing);
  await drawing.focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
  const chartStatus = page.locator('.chart-box [role="status"]');
  await steps
    .eventually(() => chartStatus.textContent())
    .toMatch(/: No result yet \d+, Failed \d+, Delivered \d+/);
  await steps.see(page.locator('.chart-tooltip'));
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] as number);
  expect(complaints).toEqual([]);
});

test('what a chart says of a day can be pointed at, and Esc takes it away', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/wallet/daily-consumption`, steps.CUSTOMER);
  const drawing = page.locator('.chart-drawing');
  await steps.see(drawing);
  await drawing.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await drawing.boundingBox()) as Box;
  const tooltip = page.locator('.chart-tooltip');
  for (const share of [0.15, 0.5, 0.97]) {
    const column = x + width * share;
    await page.mouse.move(column, y + height / 2, { steps: 5 });
    await steps.see(tooltip);
    const chartStatus = await tooltip.textContent();
    const above = (await tooltip.boundingBox()) as Box;
    expect([above.x >= x, above.x + above.width <= x + width]).toEqual([true, true]);
    await page.mouse.move(column, above.y + above.height / 2, { steps: 20 });
    expect([share, await tooltip.textContent()]).toEqual([share, chartStatus]);
    await page.keyboard.press('Escape');
    await steps.eventually(() => tooltip.count()).toBe(0);
  }
  await page.mouse.move(x + width / 4, y + height / 2);
  await steps.see(tooltip);
  await page.mouse.move(2, 2);
  await steps.eventually(() => tooltip.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('no figure is wider than its card, in Nepali on a phone as wide as two cards', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/profile`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne', mode: 'light', digits: 'devanagari' });
  await page.setViewportSize({ width: 447, height: 900 });
  await page.route('**/v1/core/dashboard/', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: { use: { month: { sent: number; test: number } } } };
    const { month } = json.data.use;
    // As before the first operator.
    month.sent = 12_908;
    month.test = month.sent;
    await route.fulfill({ response: answer, json });
  });
  await page.goto(world.server.url);
  await steps.see(page.locator('.dash-beside'));
  const beyond = await page.locator('.dash-figure').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const end = card.getBoundingClientRect().right;
      const range = document.createRange();
      range.selectNodeContents(card);
      return [...range.getClientRects()].some(({ right }) => right > end) ? [card.textContent] : [];
    }),
  );
  expect(beyond).toEqual([]);
});
