import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNewProvider } from '../../support/newProvider.ts';
import { listen, narrowFaults, scan } from '../accessScan.ts';
import { faults, giveToken, tokenOf } from '../visit.ts';
import { startWorld, type World } from '../world.ts';
import { type MadeState, madeStates, newProviderStates } from './made.ts';

let world: World;
let provider: Awaited<ReturnType<typeof startNewProvider>>;
beforeAll(async () => {
  [world, provider] = await Promise.all([startWorld(), startNewProvider()]);
});
afterAll(async () => {
  await world?.close();
  await provider?.stop();
});

/** What is wrong with a state, in both looks and on a narrow window. */
async function look(at: World, { who, make }: MadeState): Promise<string[]> {
  const { page, complaints } = await at.browser.open();
  const settled = listen(page);
  await giveToken(page, at, await tokenOf(at, who));
  await make(page, at.server.url);
  await settled();
  return [...(await scan(page)), ...(await narrowFaults(page)), ...complaints];
}

test.each(madeStates)('so is what is there only after somebody did something: $name', async (state) => {
  expect(await look(world, state)).toEqual([]);
});

test.each(newProviderStates)('so is what a new provider sees: $name', async (state) => {
  expect(await look({ ...world, server: provider }, state)).toEqual([]);
});

test('so is what nobody can do without mail', async () => {
  const { wrong, note } = faults();
  const { page } = await world.browser.open();
  const settled = listen(page);
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(provider.url + path);
    await settled();
    note(path, await scan(page));
    note(path, await narrowFaults(page));
  }
  expect(wrong).toEqual({});
});
