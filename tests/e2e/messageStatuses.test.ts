import { beforeAll, expect, test } from 'vitest';
import type { MessageStatus } from '#schema/message.ts';
import { brokenWords } from './looks.ts';
import { onceDrawn, sideways } from './overflow.ts';
import * as steps from './steps.ts';
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
  const { page } = await world.browser.open();
  // Which of them the simulator made is left to chance, and so is the reason.
  const error = 'ESME_RDELIVERYFAILURE';
  await page.route(/\/v1\/sms\/dispatch\/\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const row of answer.results) Object.assign(row, { status, error, test: true });
    await route.fulfill({ response, json: answer });
  });
  await steps.openAs(page, `${world.server.url}/sms/dispatch`, steps.CUSTOMER);
  for (const width of [768, 820, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await steps.see(page.getByRole('row').nth(5).getByText(label));
    expect([width, ...(await onceDrawn(page, [sideways, brokenWords]))]).toEqual([width, [], []]);
  }
});
