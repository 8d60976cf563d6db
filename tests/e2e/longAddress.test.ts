import { afterAll, beforeAll, expect, test } from 'vitest';
import { onceDrawn, sideways } from './overflow.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

const URL = 'https://hooks.example.com/sms/results/with/a/long/path/that/does/not/end/soon';
let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { server } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const made = await server.call<{ data: { uuid: string } }>('POST', '/v1/autho/webhooks/', {
    ...{ url: URL, events: ['campaign.completed'], is_active: true },
  });
  await server.call('POST', `/v1/autho/webhooks/${made.data.uuid}/test/`);
});
afterAll(() => world?.close());

test('deliveries to a long address have their result beside it on a tablet', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/settings/webhook-deliveries`, steps.CUSTOMER);
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await steps.see(page.getByRole('link', { name: URL }));
    expect(await onceDrawn(page, [sideways])).toEqual([[]]);
    await steps.see(page.getByRole('columnheader', { name: 'Result' }));
  }
  expect(complaints).toEqual([]);
});
