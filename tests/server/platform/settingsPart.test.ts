import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { fixBrand } from '../../../server/services/platform/brand.ts';
import { REMEMBERED_MS, remembered } from '../../../server/services/platform/remembered.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const PATH = '/v1/admin/settings/brand/';
type Answer = { data: Record<string, unknown> & { fixed: string[] } } & Failure;
let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() => sql`DELETE FROM settings_part`.execute(world.db));

const put = (body: object) => world.call<Answer>('admin', 'PUT', PATH, body);
const read = async () => (await world.call<Answer>('admin', 'GET', PATH)).body.data;

describe('a part of the settings', () => {
  test('has its first values until somebody sets others, and null sets them back', async () => {
    expect(await read()).toMatchObject({ brand_name: null, support_phone: null, fixed: [] });
    await put({ brand_name: 'Himal SMS', support_phone: '01-5970000' });
    expect(await read()).toMatchObject({ brand_name: 'Himal SMS', support_phone: '01-5970000' });
    await put({ support_phone: null });
    expect(await read()).toMatchObject({ brand_name: 'Himal SMS', support_phone: null });
  });

  test('is recorded with what it was and what it is', async () => {
    await put({ brand_name: 'Himal SMS' });
    await put({ brand_name: 'Terai SMS', brand_short_name: 'Terai' });
    await put({ brand_name: 'Terai SMS' });
    const { rows } = await sql`
      SELECT actor_email, action, before, after FROM audit_entry WHERE entity = 'admin/settings'
      ORDER BY uuid DESC LIMIT 2`.execute(world.db);
    expect(rows).toEqual([
      {
        ...{ actor_email: world.emails.admin, action: 'update' },
        before: { brand_name: 'Himal SMS', brand_short_name: null },
        after: { brand_name: 'Terai SMS', brand_short_name: 'Terai' },
      },
      {
        ...{ actor_email: world.emails.admin, action: 'update' },
        before: { brand_name: null },
        after: { brand_name: 'Himal SMS' },
      },
    ]);
  });

  test('shows what the environment sets, refuses to change it, and keeps what was chosen before', async () => {
    await put({ brand_name: 'Himal SMS' });
    await fixBrand(world.db, { BRAND: 'Fixed SMS' });
    expect(await read()).toMatchObject({ brand_name: 'Fixed SMS', fixed: ['brand_name'] });
    const refused = await put({ brand_name: 'Other', brand_short_name: 'Other' });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['brand_name']);
    expect((await read()).brand_short_name).toBeNull();
    // A form sends every field.
    expect((await put({ brand_name: 'Fixed SMS', brand_short_name: 'Fixed' })).status).toBe(200);
    await fixBrand(world.db, {});
    expect(await read()).toMatchObject({ brand_name: 'Himal SMS', brand_short_name: 'Fixed', fixed: [] });
  });

  test.each([
    ['brand_name', ''],
    ['brand_name', 'x'.repeat(61)],
    ['brand_short_name', 'Thirteen chars'],
    ['brand_color', 'red'],
    ['brand_color', '#ff9900'],
    ['support_email', 'nobody'],
    ['terms_url', 'javascript:alert(1)'],
    ['sign_in_text_en', 'x'.repeat(301)],
    ['approval_above', 5],
  ])('says what is wrong with %s, and keeps its value', async (name, value) => {
    await put({ brand_name: 'Himal SMS' });
    const answer = await put({ brand_name: 'Other', [name]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([name]);
    expect((await read()).brand_name).toBe('Himal SMS');
  });

  test('is read and changed by administrators only', async () => {
    for (const user of ['customer', 'support'] as const) {
      expect((await world.call(user, 'GET', PATH)).status).toBe(403);
      expect((await world.call(user, 'PUT', PATH, {})).status).toBe(403);
    }
  });

  test('is changed by several people at once without a loss', async () => {
    // The row is there, so that only its lock keeps them apart.
    await put({ brand_short_name: 'Himal' });
    const changes = {
      ...{ brand_name: 'Himal SMS', support_phone: '1', terms_url: 'https://himal.example/terms' },
      ...{ support_hours_en: '10 to 5', sign_in_text_en: 'Welcome', support_email: 'help@himal.example' },
    };
    await Promise.all(Object.entries(changes).map(([name, value]) => put({ [name]: value })));
    expect(await read()).toMatchObject({ ...changes, brand_short_name: 'Himal' });
  });
});

describe('a change', () => {
  test('is in force in another process within the time that an answer is remembered', async () => {
    const other = await buildApp(world.deps);
    try {
      await other.ready();
      for (const app of [world.app, other]) expect((await app.brand()).brand_name).toBeNull();
      await put({ brand_name: 'Himal SMS' });
      const changed = performance.now();
      expect((await world.app.brand()).brand_name).toBe('Himal SMS');
      await expect
        .poll(async () => (await other.brand()).brand_name, { timeout: 10_000, interval: 20 })
        .toBe('Himal SMS');
      // Not by chance: the bound is the next test's, on a clock of its own.
      expect(performance.now() - changed).toBeLessThan(REMEMBERED_MS + 5000);
    } finally {
      await other.close();
    }
  });

  test('is asked for once REMEMBERED_MS have passed, at once after `forget`, and not before', async () => {
    let now = 0;
    let value = 'old';
    let asked = 0;
    const look = remembered(
      async () => {
        asked++;
        return value;
      },
      () => now,
    );
    expect(await look()).toBe('old');
    value = 'new';
    now = REMEMBERED_MS - 1;
    expect([await look(), asked]).toEqual(['old', 1]);
    now = REMEMBERED_MS;
    expect(await look()).toBe('new');
    value = 'newer';
    look.forget();
    expect([await look(), asked]).toEqual(['newer', 3]);
  });

  test('that cannot be asked for leaves the last answer; without one the caller learns why', async () => {
    let now = 0;
    let answer: Promise<string> = Promise.reject(new Error('away'));
    const look = remembered(
      () => answer,
      () => now,
    );
    await expect(look()).rejects.toThrow('away');
    answer = Promise.resolve('here');
    expect(await look()).toBe('here');
    now += REMEMBERED_MS;
    answer = Promise.reject(new Error('away'));
    expect(await look()).toBe('here');
    now += REMEMBERED_MS;
    // Nor does a database that hangs hold anybody up.
    answer = new Promise(() => {});
    expect(await look()).toBe('here');
  });
});
