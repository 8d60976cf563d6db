import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const made = async (at?: string): Promise<string> => {
  const value = at ? sql`uuid_v7(${at})` : sql`uuid_v7()`;
  const { rows } = await sql<{ uuid: string }>`SELECT ${value} AS uuid`.execute(world.db);
  return rows[0]?.uuid ?? '';
};

test('records that are made one after another are in that order, also within a millisecond', async () => {
  const uuids: string[] = [];
  for (let n = 0; n < 300; n++) uuids.push(await made());
  expect(uuids).toEqual(uuids.toSorted());
  expect(new Set(uuids).size).toBe(300);
});

test('an id is a UUID of version 7 that tells its time to the microsecond', async () => {
  expect(await made('2026-11-21T10:00:00.123250Z')).toMatch(
    // 1,795,255,200,123 milliseconds and a quarter of one.
    /^01a1fd8c-697b-7400-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
