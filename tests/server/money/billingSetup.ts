import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { BillingSettings } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import type { App } from '../../../server/deps.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type EsewaServer, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';

export const PATH = '/v1/admin/settings/billing/';
export const VAT = `${PATH}vat-rates/`;
export const DAY = 86_400_000;
export type Read = { data: BillingSettings } & Failure;
export const nepalDay = (days: number) =>
  new Date(Date.now() + 345 * 60_000 + days * DAY).toISOString().slice(0, 10);

/** A provider with two server processes and a simulator of each payment service. */
export function setUpBilling() {
  let esewa: EsewaServer;
  let khalti: KhaltiServer;
  let world: TestApp;
  /** Another process of the same server. */
  let second: App;
  let connection: Database;
  beforeAll(async () => {
    [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
    const environment = {
      PUBLIC_URL: 'https://sms.example',
      ESEWA_URL: esewa.formUrl,
      ESEWA_STATUS_URL: esewa.statusUrl,
      KHALTI_URL: khalti.apiUrl,
    };
    world = await createTestApp({ environment });
    connection = openDatabase(world.url, 2, () => {});
    second = await buildApp({ ...world.deps, db: connection.db });
  });

  /** Each test begins with the settings of a new server, and without open online payments. */
  beforeEach(async () => {
    await rejectOpen();
    await sql`DELETE FROM payment_gateway`.execute(world.db);
    await sql`DELETE FROM vat_rate WHERE valid_from > '1900-01-01'`.execute(world.db);
    await sql`DELETE FROM billing_setting`.execute(world.db);
    await sql`INSERT INTO billing_setting DEFAULT VALUES`.execute(world.db);
  });

  afterEach(() => {
    esewa.mode('up');
    khalti.mode('up');
  });

  afterAll(async () => {
    // Every answer to the calls of these tests is one that the document lists.
    expect(world.undocumented()).toEqual([]);
    await second.close();
    await connection.close();
    await Promise.all([world.close(), esewa.close(), khalti.close()]);
  });

  const read = async () => (await world.call<Read>('admin', 'GET', PATH)).body.data;
  const put = (path: string, body: object) => world.call<Read>('admin', 'PUT', path, body);
  const rejectOpen = () =>
    sql`UPDATE payment_reference SET status = 'rejected', decided_at = now()
    WHERE method IN ('esewa', 'khalti') AND status = 'pending'`.execute(world.db);
  /** What the log has of the settings, newest first. */
  async function log() {
    const { rows } = await sql<{ actor_email: string; title: string | null; before: object; after: object }>`
    SELECT actor_email, title, before, after FROM audit_entry WHERE entity = 'admin/settings'
    ORDER BY uuid DESC`.execute(world.db);
    return rows;
  }

  return {
    get world() {
      return world;
    },
    get second() {
      return second;
    },
    get esewa() {
      return esewa;
    },
    get khalti() {
      return khalti;
    },
    read,
    put,
    log,
    rejectOpen,
  };
}
