import { expect, test } from 'vitest';
import { CUSTOMER } from './steps.ts';
import { goTo, openAs } from './visit.ts';
import { standingWorld } from './world.ts';

test('a page that was gone to is there, however slow the processor', async () => {
  const visit = await openAs(await standingWorld(), CUSTOMER);
  const tools = await visit.page.context().newCDPSession(visit.page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const heading = visit.page.getByRole('heading', { level: 1 });
  const found: (string | null)[] = [];
  for (const path of ['/settings/api-keys', '/settings/api-keys/create']) {
    await goTo(visit, path);
    found.push(await heading.textContent(), (await visit.page.title()).replace(/ · .*/, ''));
  }
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const own = ['API keys', 'Add API key'];
  expect(found).toEqual(own.flatMap((name) => [name, name]));
});
