import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurns } from './access/states.ts';
import { scan } from './accessScan.ts';
import { mailedCode } from './outbox.ts';
import { PASSWORD } from './steps.ts';
import { faults, goTo, openWith, post } from './visit.ts';
import { startWorld, type World } from './world.ts';

/** The token of somebody who has just registered, with nothing yet. */
async function register(world: World): Promise<string> {
  const email = 'nobody-yet@example.test';
  const { ticket } = await post<{ ticket: string }>(world, '/v1/autho/user/signup/', {
    ...{ email, password: PASSWORD },
    name: 'Maya Rai',
    type: 'individual',
  });
  const otp = await mailedCode(world, email);
  return (await post<{ token: string }>(world, '/v1/autho/user/verify-otp/', { email, otp, ticket })).token;
}

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('so is every page of an account that has nothing yet', async () => {
  const { wrong, note } = faults();
  const visit = await openWith(world, await register(world));
  for (const { path, looks } of inTurns(visit.routes)) {
    await goTo(visit, path);
    note(path, await scan(visit.page, looks));
  }
  expect(wrong).toEqual({});
  expect(visit.routes.length).toBeGreaterThan(25);
});
