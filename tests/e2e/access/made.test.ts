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

/** What is wrong with each state, in both looks and on a narrow window. */
async function look(at: World, states: readonly MadeState[]): Promise<Record<string, string[]>> {
  const { wrong, note } = faults();
  const tokens = new Map<string, string>();
  for (const { name, who, make } of states) {
    const token = tokens.get(who) ?? (await tokenOf(at, who));
    tokens.set(who, token);
    const { page, complaints, close } = await at.browser.openFor();
    const settled = listen(page);
    await giveToken(page, at, token);
    await make(page, at.server.url);
    await settled();
    note(name, await scan(page));
    note(name, await narrowFaults(page));
    note(name, complaints);
    await close();
  }
  return wrong;
}

test('so is what is there only after somebody did something', async () => {
  expect(await look(world, madeStates)).toEqual({});
});

test('so is what a new provider sees, and what nobody can do without mail', async () => {
  const at = { ...world, server: provider };
  expect(await look(at, newProviderStates)).toEqual({});
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
