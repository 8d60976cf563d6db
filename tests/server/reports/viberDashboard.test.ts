import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Dashboard, dashboard as schema } from '#schema/dashboard.ts';
import type { TestApp } from '../../support/app.ts';
import { setUpViber } from '../../support/viberSetup.ts';

let world: TestApp;
setUpViber((made) => {
  world = made;
});

/** How many names the account can send with, and whether it is told to request a sender ID. */
const shown = async () => {
  const { body } = await world.call<{ data: Dashboard }>('customer', 'GET', '/v1/core/dashboard/');
  const { senders, attention } = schema.parse(body.data);
  return { ...senders, isAsked: attention.some(({ code }) => code === 'no_sender') };
};
/** What the account is shown after a change, which is then taken back. */
const after = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
  await change.execute(world.db);
  const found = await shown();
  await back.execute(world.db);
  return found;
};
const identity = (status: string) =>
  sql`
  UPDATE viber_identity SET status = ${status}, reason = CASE WHEN ${status} = 'rejected' THEN 'No.' END,
    decided_at = CASE WHEN ${status} <> 'pending' THEN now() END`;

test('a Viber identity that can be sent with stands in for a sender ID', async () => {
  expect(await shown()).toEqual({ approved: 1, pending: 0, viber: 1, isAsked: false });
  await sql`DELETE FROM sender_identity`.execute(world.db);
  expect(await shown()).toEqual({ approved: 0, pending: 0, viber: 1, isAsked: false });
  expect((await world.call('other', 'GET', '/v1/core/dashboard/')).body).toMatchObject({
    data: { senders: { viber: 0 } },
  });

  const asked = { approved: 0, pending: 0, viber: 0, isAsked: true };
  for (const status of ['pending', 'rejected'])
    expect(await after(identity(status), identity('approved')), status).toEqual(asked);
  // A provider without a link or a price sends nothing over Viber.
  const link = (channel: string) => sql`UPDATE operator_link SET channel = ${channel} WHERE kind = 'http'`;
  expect(await after(link('sms'), link('viber')), 'link').toEqual(asked);
  const price = (viber: number | null) => sql`UPDATE pricing SET viber_price = ${viber}`;
  expect(await after(price(null), price(150)), 'price').toEqual(asked);
  expect(await shown()).toMatchObject({ viber: 1, isAsked: false });
});
