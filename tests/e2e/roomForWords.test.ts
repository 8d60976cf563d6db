import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { campaign } from '#schema/campaign.ts';
import { readWith } from './routes.ts';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

async function open(path: string, language = 'en', mode = 'light'): Promise<Page> {
  const { page } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await steps.prefer(page, world.server.url, { language, mode });
  await page.goto(world.server.url + path);
  return page;
}

/** In a page: the texts that begin an element and take more than one line. */
const broken = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild ?? element);
    const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
    return lines.size > 1 ? [range.toString()] : [];
  });

test.each(['en', 'ne'])('no amount of a retry is broken (%s)', async (language) => {
  const read = readWith(world.server.url, await tokenOf(world, steps.CUSTOMER));
  const { results } = (await read(`${campaign.path}?status=completed`)) as { results: { uuid: string }[] };
  const page = await open(`/sms/${results[0]?.uuid}/show`, language);
  await page
    .getByRole('button', { name: /^(Send to those who did not get it|नपाएकालाई फेरि पठाउनुहोस्)$/ })
    .click();
  await steps.see(page.locator('.sms-figures dd'));
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(broken, '.sms-figures dd'), String(width)).toEqual([]);
  }
});

test.each([steps.CUSTOMER, steps.ADMIN])(
  'the bar of the test mode is one line on a phone (%s)',
  async (email) => {
    const { page } = await world.browser.open();
    await giveToken(page, world, await tokenOf(world, email));
    await page.setViewportSize({ width: 390, height: 844 });
    // As on a server without an operator.
    await page.route(/\/(sms|profile\/)$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"sending":"operator"', '"sending":"simulator"');
      await route.fulfill({ response, body });
    });
    await page.goto(`${world.server.url}/sms`);
    const bar = page.locator('.test-mode p');
    await steps.see(bar);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(broken, '.test-mode p, .test-mode a')).toEqual([]);
    const size = await bar.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    expect(size).toBeGreaterThanOrEqual(12);
  },
);

test('the ways to choose recipients stay on one line beside menu and preview', async () => {
  const page = await open('/sms/bulk-sms');
  await steps.see(page.getByRole('tab', { name: 'Upload a file' }));
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(broken, '[role="tab"] > span'), String(width)).toEqual([]);
  }
});

test('days among the filters have their calendars beside their names', async () => {
  const page = await open('/sms');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const heads = page.locator('.crud-filters .date-input-head');
  // Each day is drawn once its own boundary has the code: the last one may be there before the first.
  await heads.nth(5).waitFor();
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = await heads.evaluateAll((all) => all.map((head) => (head as HTMLElement).offsetHeight));
    expect(heights.length).toBe(6);
    expect(new Set(heights).size, `${width}: ${heights}`).toBe(1);
  }
});

test.each(['/login', '/register', '/forgot-password'])(
  '%s: no word of a hint is broken, and no second line is short',
  async (path) => {
    const { page } = await world.browser.open();
    await page.goto(world.server.url + path);
    await steps.see(page.locator('.public-lead'));
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(shortLines), String(width)).toEqual([]);
    }
  },
);

/** In a page: hints whose last line is shorter than a third of their first, or that break a word at its hyphen. */
function shortLines(): string[] {
  return [...document.querySelectorAll('.public-hint, .public-lead')].flatMap((hint) => {
    const text = hint.firstChild as Text;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].map(({ width }) => width);
    const isShort = (lines.at(-1) ?? 0) < (lines[0] ?? 0) / 3;
    const at = text.data.indexOf('e-mail');
    if (at >= 0) {
      range.setStart(text, at);
      range.setEnd(text, at + 'e-mail'.length);
    }
    const isBroken = at >= 0 && range.getClientRects().length > 1;
    return isShort || isBroken ? [text.data] : [];
  });
}

test.each([
  ['/packages/sms', 'en'],
  ['/packages/sms', 'ne'],
  ['/sms/sender-identities/create', 'en'],
])('%s: no text ends with a line of one word (%s)', async (path, language) => {
  const page = await open(path, language);
  await steps.see(page.locator('main :is(.pack-note, form)').first());
  for (const width of [390, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(lastWords), String(width)).toEqual([]);
  }
});

/** In a page: words that have the last line of a text of five words or more to themselves. */
function lastWords(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const words = [...text.data.matchAll(/\S+/g)];
    const lineOf = (match: RegExpExecArray | undefined) => {
      const range = document.createRange();
      range.setStart(text as Text, match?.index ?? 0);
      range.setEnd(text as Text, (match?.index ?? 0) + (match?.[0].length ?? 0));
      return Math.round(range.getBoundingClientRect().bottom);
    };
    const [last, before] = [words.at(-1), words.at(-2)];
    if (words.length >= 5 && !text.nextSibling && lineOf(last) > lineOf(before) + 4) found.push(text.data);
  }
  return found;
}

test.each(['light', 'dark'])('a message stands out from the screen of its preview (%s)', async (mode) => {
  const page = await open('/sms/bulk-sms', 'en', mode);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  await steps.see(page.locator('.sms-phone-screen .sms-bubble'));
  expect(await page.evaluate(contrast, ['.sms-phone-screen', '.sms-bubble'])).toBeGreaterThan(1.1);
});

/** In a page: the contrast of two elements' grounds, from 1 to 21. */
function contrast(selectors: string[]): number {
  const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const [darker = 0, lighter = 0] = selectors
    .map((selector) => {
      canvas.fillStyle = getComputedStyle(document.querySelector(selector) as Element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const parts = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => (part / 255) ** 2.2);
      return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
    })
    .sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}
