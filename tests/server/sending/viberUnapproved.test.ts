import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { staffDashboard } from '../../../server/services/reports/staffDashboard.ts';
import type { TestApp } from '../../support/app.ts';
import { ntc } from '../../support/linkWorld.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((...made) => {
  [world, viber] = made;
});

const queue = async () => (await staffDashboard(world.db)).queue.operators;

test('only the SMS after Viber waits for the operator’s approval of the sender ID', async () => {
  const { uuid } = await viber.send(ntc(2));
  await sql`DELETE FROM sender_approval WHERE sender = ${world.sender}`.execute(world.db);
  expect(await queue()).toMatchObject([{ operator: 'ntc', count: 2, unapproved: 0 }]);
  await viber.handOver(VIBER, uuid);
  await viber.receive(VIBER, `+977${ntc(1)[0]}`, 'undelivered');
  expect(await queue()).toMatchObject([{ operator: 'ntc', count: 1, unapproved: 1 }]);
});
