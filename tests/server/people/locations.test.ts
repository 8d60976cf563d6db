import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { type District, LOCATIONS_PATH, type Municipality, type Province } from '#schema/location.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const list = async <T>(path: string): Promise<T[]> => {
  const { status, body, text } = await t.call<{ data: T[] }>('customer', 'GET', LOCATIONS_PATH + path);
  expect(status, text).toBe(200);
  return body.data;
};
const count = <T>(rows: readonly T[], of: (row: T) => unknown) =>
  rows.reduce<Record<string, number>>((counts, row) => {
    const key = String(of(row));
    counts[key] = (counts[key] ?? 0) + 1;
    return counts;
  }, {});

test('the provinces have the names that their assemblies gave them', async () => {
  expect((await list<Province>('provinces/')).map(({ id, name, name_ne }) => [id, name, name_ne])).toEqual([
    [1, 'Koshi', 'कोशी'],
    [2, 'Madhesh', 'मधेश'],
    [3, 'Bagmati', 'बागमती'],
    [4, 'Gandaki', 'गण्डकी'],
    [5, 'Lumbini', 'लुम्बिनी'],
    [6, 'Karnali', 'कर्णाली'],
    [7, 'Sudurpashchim', 'सुदूरपश्चिम'],
  ]);
});

test('77 districts, each in its province', async () => {
  const districts = await list<District>('districts/');
  expect(districts).toHaveLength(77);
  expect(count(districts, ({ province }) => province)).toEqual({
    1: 14,
    2: 8,
    3: 13,
    4: 11,
    5: 12,
    6: 10,
    7: 9,
  });
  const bagmati = await list<District>('districts/?province=3');
  expect(bagmati).toEqual(districts.filter(({ province }) => province === 3));
  expect(bagmati.find(({ name }) => name === 'Kathmandu')).toMatchObject({ name_ne: 'काठमाडौँ', province: 3 });
  expect(districts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Panchthar', 'Ramechhap', 'Parbat', 'Achham', 'Eastern Rukum', 'Western Rukum']),
  );
});

test('753 local levels, of the kinds that the constitution’s map has', async () => {
  const all = await list<Municipality>('municipalities/');
  expect(all).toHaveLength(753);
  expect(new Set(all.map(({ id }) => id)).size).toBe(753);
  expect(count(all, ({ level }) => level)).toEqual({
    metropolitan: 6,
    sub_metropolitan: 11,
    municipality: 276,
    rural: 460,
  });
  const kathmandu = (await list<District>('districts/?province=3')).find(({ name }) => name === 'Kathmandu')!;
  const within = await list<Municipality>(`municipalities/?district=${kathmandu.id}`);
  expect(within).toHaveLength(11);
  expect(within.find(({ level }) => level === 'metropolitan')).toMatchObject({
    name: 'Kathmandu',
    wards: 32,
  });
  expect(within.map(({ name }) => name)).toContain('Budhanilkantha');
});

test('every place has a Nepali name, an English one without odd letters, and its parent', async () => {
  const [provinces, districts, all] = await Promise.all([
    list<Province>('provinces/'),
    list<District>('districts/'),
    list<Municipality>('municipalities/'),
  ]);
  const places = [...provinces, ...districts, ...all];
  expect(
    places.filter(({ name_ne }) => !/^(?:[\p{Script=Devanagari} .()-]|\u200c|\u200d)+$/u.test(name_ne)),
  ).toEqual([]);
  expect(places.filter(({ name }) => !/^[A-Z][A-Za-z .'-]+$/.test(name))).toEqual([]);
  const ids = new Set(districts.map(({ id }) => id));
  expect(all.filter(({ district, wards }) => !ids.has(district) || !(wards >= 4 && wards <= 33))).toEqual([]);
});

test('browsers keep them and ask again cheaply', async () => {
  const ask = (etag?: string) =>
    t.app.inject({
      url: `${LOCATIONS_PATH}districts/?province=1`,
      headers: { authorization: `Token ${t.tokens.customer}`, ...(etag && { 'if-none-match': etag }) },
    });
  const first = await ask();
  const etag = String(first.headers.etag);
  expect([first.headers['cache-control'], etag]).toEqual([
    'private, max-age=3600',
    expect.stringMatching(/^"[\w-]+"$/),
  ]);
  const again = await ask(`"other", W/${etag}`);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect((await ask('"other"')).statusCode).toBe(200);
});

test('only for who is signed in, and for filters that there are', async () => {
  expect((await t.call(null, 'GET', `${LOCATIONS_PATH}provinces/`)).status).toBe(401);
  const wrong = await t.call<Failure>('customer', 'GET', `${LOCATIONS_PATH}districts/?province=x`);
  expect([wrong.status, wrong.headers.etag]).toEqual([400, undefined]);
  expect((await t.call('customer', 'GET', `${LOCATIONS_PATH}districts/?zone=1`)).status).toBe(400);
  expect(await list('districts/?province=99')).toEqual([]);
});
