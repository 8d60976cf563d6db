import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DASHBOARD_SUMMARY, type DashboardSummary } from '#schema/dashboardSummary.ts';
import { buildApp } from '../../../server/app.ts';
import { declareDemo, seedReference } from '../../../server/demo/demo.ts';
import type { App } from '../../../server/deps.ts';
import { fixBrand } from '../../../server/services/platform/brand.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** As with its own database and nothing else configured. */
const newServer = () =>
  createTestApp({ link: 'none', environment: { DATABASE_URL: 'postgresql://unused/x' } });
let world: TestApp;
beforeAll(async () => {
  world = await newServer();
});
afterAll(() => world.close());
beforeEach(async () => {
  // An app with a name in its environment leaves it to the others of the database.
  await fixBrand(world.db, {});
  await sql`DELETE FROM link_use`.execute(world.db);
  await sql`DELETE FROM operator_link`.execute(world.db);
  // Entries of the log cannot be removed, so every test has a price that nobody has confirmed.
  await sql`DELETE FROM pricing`.execute(world.db);
  await seedReference(world.db);
});

const setup = async (app: App = world.app, { tokens } = world) => {
  const answer = await app.inject({
    url: DASHBOARD_SUMMARY,
    headers: { authorization: `Token ${tokens.admin}` },
  });
  return answer.json<{ data: DashboardSummary }>().data.setup;
};
const addLink = (name: string, isSimulator: boolean) =>
  sql`
  INSERT INTO operator_link (name, managed_by, is_simulator, host, port, system_id)
  VALUES (${name}, 'environment', ${isSimulator}, '127.0.0.1', 2775, 'demo')`.execute(world.db);

const addUse = (link: string, sent: number, delivered: number) =>
  sql`INSERT INTO link_use (day, link, sent, delivered) VALUES (now(), ${link}, ${sent}, ${delivered})`.execute(
    world.db,
  );
const setPrice = (price: number) =>
  world.call('admin', 'POST', '/v1/admin/product-pricing/', { price, release_undelivered: false });

describe('a new provider’s set-up', () => {
  test('has nothing but the customers that are there', async () => {
    expect(await setup()).toEqual({
      ...{ brand: false, operator: 'none', price: false },
      default_price: { uuid: expect.any(String), price: 135.6 },
      ...{ tax: false, payments: false, mail: false, secrets: false, customer: true },
    });
  });

  test('sees what the environment says', async () => {
    const config = {
      ...world.deps.config,
      ...{ BRAND: 'Himal SMS', SELLER_NAME: 'Himal', SELLER_PAN: '600000000' },
      ...{ PAYMENT_INSTRUCTIONS: 'Nabil Bank, Himal, 0123', SMTP_URL: 'smtp://mail.example.com' },
    };
    const app = await buildApp({ ...world.deps, config });
    expect(await setup(app)).toMatchObject({ brand: true, tax: true, payments: true, mail: true });
    await app.close();
    const keyed = { ...world.deps.config, SECRET_KEY: 'x'.repeat(43) };
    const withKey = await buildApp({ ...world.deps, config: keyed });
    expect(await setup(withKey)).toMatchObject({ secrets: true });
    await withKey.close();
    const online = { ...world.deps.config, KHALTI_SECRET: 'secret', PUBLIC_URL: 'https://sms.example' };
    const paid = await buildApp({ ...world.deps, config: online });
    expect(await setup(paid)).toMatchObject({ payments: true, tax: false });
    await paid.close();
  });

  test('counts an operator only once it has delivered a message', async () => {
    await addLink('simulator', true);
    await addUse('simulator', 5, 5);
    expect((await setup())?.operator).toBe('none');
    await addLink('ncell', false);
    expect((await setup())?.operator).toBe('down');
    await sql`
      INSERT INTO operator_link_state (link, worker, state, since, holds_until, in_flight, per_minute)
      SELECT uuid, 1, 'bound', now(), now() + interval '1 minute', 0, 0 FROM operator_link WHERE name = 'ncell'`.execute(
      world.db,
    );
    expect((await setup())?.operator).toBe('untested');
    await addUse('ncell', 1, 0);
    expect((await setup())?.operator).toBe('untested');
    await sql`UPDATE link_use SET delivered = 1 WHERE link = 'ncell'`.execute(world.db);
    expect((await setup())?.operator).toBe('tested');
  });

  test('has a price once somebody keeps the one that it started with', async () => {
    const before = await setup();
    const path = `/v1/admin/product-pricing/${before?.default_price?.uuid}/confirm/`;
    expect((await world.call('support', 'POST', path)).status).toBe(403);
    expect((await setup())?.price).toBe(false);
    const kept = await world.call<{ data: object }>('admin', 'POST', path);
    expect(kept.body.data).toMatchObject({ uuid: before?.default_price?.uuid, status: 'in-force' });
    expect((await setup())?.price).toBe(true);
    const { rows } = await sql`
      SELECT actor_email, title, after FROM audit_entry
      WHERE entity = 'admin/product-pricing' AND action = 'confirm'`.execute(world.db);
    expect(rows).toEqual([{ actor_email: world.emails.admin, title: null, after: { price: 135.6 } }]);
    // Another price is not confirmed with it.
    await sql`UPDATE pricing SET uuid = uuid_v7()`.execute(world.db);
    expect((await setup())?.price).toBe(false);
  });

  test('has a price once somebody has set one', async () => {
    await setPrice(150);
    const now = await setup();
    expect([now?.price, now?.default_price?.price]).toEqual([true, 150]);
    // The former one is not in force any more.
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM pricing WHERE price = 135.6`.execute(
      world.db,
    );
    const path = `/v1/admin/product-pricing/${rows[0]?.uuid}/confirm/`;
    expect((await world.call('admin', 'POST', path)).status).toBe(409);
  });

  test('is over when nothing is missing, and a demonstration has none', async () => {
    await addLink('ncell', false);
    await addUse('ncell', 1, 1);
    await setPrice(150);
    const config = {
      ...world.deps.config,
      ...{ BRAND: 'Himal SMS', SELLER_NAME: 'Himal', SELLER_PAN: '600000000' },
      ...{ PAYMENT_INSTRUCTIONS: 'Nabil Bank, Himal, 0123', SMTP_URL: 'smtp://mail.example.com' },
      SECRET_KEY: 'x'.repeat(43),
    };
    const app = await buildApp({ ...world.deps, config });
    expect(await setup(app)).toBeNull();
    await app.close();
    expect(await setup()).not.toBeNull();
    // For good, so in a database of its own.
    const demo = await newServer();
    await declareDemo(demo.db);
    expect(await setup(demo.app, demo)).toBeNull();
    await demo.close();
  });
});
