import { afterAll, beforeAll } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { startViber, type ViberWorld } from './viberWorld.ts';

type Options = Parameters<typeof createTestApp>[0];

/** For all tests of a file: an app with campaigns over Viber, without a worker of its own unless `options` ask for one. */
export function setUpViber(
  use: (world: TestApp, viber: ViberWorld) => void,
  options: Options = { link: 'none' },
): void {
  let world: TestApp | undefined;
  beforeAll(async () => {
    world = await createTestApp(options);
    use(world, await startViber(world));
  });
  afterAll(() => world?.close());
}
