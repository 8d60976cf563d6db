import { beforeAll, test } from 'vitest';
import { ownAccount } from '#schema/account.ts';
import { expectSteady } from './steadyPages.ts';
import * as steps from './steps.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

test.each([390, 768])('%i px: the account on the profile has its place before it comes', async (width) => {
  await expectSteady(world, {
    ...{ as: steps.CUSTOMER, path: '/profile', width, held: new RegExp(ownAccount.path) },
    until: '.profile-card [aria-busy="true"]',
    parts: '.profile-columns > :first-child > .profile-card:nth-child(-n + 2)',
  });
});
