import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { access } from './access.ts';
import { operationsOf, rolesOf } from './operations.ts';
import { bodies, makersOf } from './records.ts';

let world: TestApp;
/** A record of the customer's for each path. */
const records = new Map<string, string>();
/** Belongs to nobody: every customer sees the same. */
const EVERYBODYS = new Set(['/v1/credit/sms-packages/']);

const onRecords = Object.entries(access)
  .filter(([name, roles]) => name.includes('{uuid}') && roles.split(' ').includes('customer'))
  .map(([name]) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
    return { name, method, path, start: path.slice(0, path.indexOf('{uuid}')) };
  })
  .filter(({ start }) => !EVERYBODYS.has(start));
const starts = [...new Set(onRecords.map(({ start }) => start))].sort();

beforeAll(async () => {
  world = await createTestApp();
  const makers = makersOf(world);
  for (const start of starts) {
    const make = makers[start];
    if (make) records.set(start, await make());
  }
});
afterAll(async () => {
  // Every answer to the callers and bodies above is in the document.
  expect(world.undocumented()).toEqual([]);
  await world.close();
});

/**
 * A fingerprint of every table except the counts of requests; for sessions only whose they are, because being
 * used is no change.
 */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'request_count'`.execute(
    world.db,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const row = name === 'token' ? sql`t.uuid::text` : sql`t::text`;
    const { rows: sums } = await sql<{ sum: string }>`
      SELECT coalesce(md5(string_agg(${row}, ',' ORDER BY ${row})), '') AS sum FROM ${sql.table(name)} t`.execute(
      world.db,
    );
    found[name] = sums[0]?.sum ?? '';
  }
  return found;
}

test('every kind of record that an account has is made here', async () => {
  expect(
    starts.filter((start) => !records.has(start)),
    'add how to make one to tests/contract/records.ts',
  ).toEqual([]);
  // This file relies on the table, so the table is compared with the document here too.
  const documented = (await operationsOf(world))
    .filter((operation) => operation.path.includes('{uuid}') && rolesOf(operation).includes('customer'))
    .map(({ path }) => path.slice(0, path.indexOf('{uuid}')))
    .filter((start) => !EVERYBODYS.has(start));
  expect([...records.keys()].sort()).toEqual([...new Set(documented)].sort());
});

test('the customer can read each of them: they are real', async () => {
  const unread: string[] = [];
  for (const { name, method, path, start } of onRecords) {
    if (method !== 'GET' || path !== `${start}{uuid}/`) continue;
    const { status } = await world.call('customer', 'GET', `${start}${records.get(start)}/`);
    if (status !== 200) unread.push(`${name}: ${status}`);
  }
  expect(unread).toEqual([]);
});

describe('another customer', () => {
  test('gets 404 from every operation on them, and nothing changes', async () => {
    const before = await everything();
    const wrong: string[] = [];
    for (const { name, method, path, start } of onRecords) {
      const url = path.replace('{uuid}', records.get(start) ?? '');
      const { status, text } = await world.call('other', method, url, bodies[name]);
      if (status !== 404) wrong.push(`${name}: ${status} ${text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('finds none of them in a list, and deletes none by a filter', async () => {
    const before = await everything();
    const wrong: string[] = [];
    for (const { path, aliases } of entities)
      for (const list of [path, ...aliases]) {
        const uuid = records.get(list);
        if (!uuid) continue;
        const query = `${list}?uuid__in=${uuid}`;
        const found = await world.call<{ count: number }>('other', 'GET', query);
        if (found.status !== 200 || found.body.count !== 0) wrong.push(`GET ${query}: ${found.text}`);
        if (access[`DELETE ${list}`] === undefined) continue;
        const gone = await world.call<{ data: { deleted: number } }>('other', 'DELETE', query);
        if (gone.status !== 200 || gone.body.data.deleted !== 0) wrong.push(`DELETE ${query}: ${gone.text}`);
      }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});

test('support staff, who read every account’s, change none of them', async () => {
  const before = await everything();
  const wrong: string[] = [];
  for (const { name, method, path, start } of onRecords) {
    if (method === 'GET') continue;
    const url = path.replace('{uuid}', records.get(start) ?? '');
    const { status } = await world.call('support', method, url, bodies[name]);
    if (status !== 403 && status !== 404) wrong.push(`${name}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
});
