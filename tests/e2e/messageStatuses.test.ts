import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { MessageStatus } from '#schema/message.ts';
import { brokenWords } from './looks.ts';
import { onceDrawn, sideways } from './overflow.ts';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

test.each([
  ['undelivered', 'Not delivered'],
  ['cancelled', 'Cancelled'],
  ['submitted', 'Sent (awaiting receipt)'],
] satisfies [MessageStatus, string][])('tests that are %s fit on a tablet', async (status, label) => {
  const page = await openAll(status);
  for (const width of [768, 820, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await steps.see(page.getByRole('row').nth(5).getByText(label));
    expect([width, ...(await onceDrawn(page, [sideways, brokenWords]))]).toEqual([width, [], []]);
  }
});

test.each(
  (['undelivered', 'submitted'] satisfies MessageStatus[]).flatMap((status) =>
    ['en', 'ne'].map((language) => [status, language] as const),
  ),
)('tests that are %s are whole on a phone (%s)', async (status, language) => {
  const page = await openAll(status, language);
  for (const width of [390, 412]) {
    await page.setViewportSize({ width, height: 844 });
    await steps.see(page.locator('.crud-rows tbody .tested-status').nth(5));
    expect(await page.evaluate(cutChips), String(width)).toEqual([]);
  }
});

/** In a page: chips of rows that their cell cuts off, and days that theirs does. */
function cutChips(): string[] {
  const cells = document.querySelectorAll(
    '.crud-rows tbody td:is([data-place="status"], [data-place="date"])',
  );
  return [...cells]
    .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1)
    .map((cell) => `${cell.textContent} ${cell.scrollWidth} > ${cell.clientWidth}`)
    .slice(0, 3);
}

/** The list of messages, all of them tests with one status. */
async function openAll(status: MessageStatus, language = 'en'): Promise<Page> {
  const { page } = await world.browser.open();
  await steps.prefer(page, world.server.url, { language });
  // Which of them the simulator made is left to chance, and so is the reason.
  const error = 'ESME_RDELIVERYFAILURE';
  await page.route(/\/v1\/sms\/dispatch\/\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const row of answer.results) Object.assign(row, { status, error, test: true });
    await route.fulfill({ response, json: answer });
  });
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.goto(`${world.server.url}/sms/dispatch`);
  return page;
}
