import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorsOf } from '../../../server/jobs/operatorsOf.ts';
import { endLinkCosts } from '../../../server/services/sending/linkCosts.ts';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ link: 'none' });
});
afterAll(() => world.close());

/** Starts as a worker with these addresses in SMPP_URL. */
const start = (addresses: string) => registerLinks(world.db, operatorsOf(addresses));
const linksOf = async (system_id: string) => {
  const { rows } = await sql`
    SELECT name, host, operators, priority, weight, is_active FROM operator_link WHERE system_id = ${system_id}
    ORDER BY created_at`.execute(world.db);
  return rows;
};
const set = { operators: ['ntc'], priority: 3, weight: 70, is_active: false };

test('a link of the environment is named in its address, or after its login', () => {
  const names = operatorsOf('smpp://a:b@smsc.example:2775?name=ntc&window=9 smpp://a:b@smsc.example:2776');
  expect(names.map(({ name }) => name)).toEqual(['ntc', 'a@smsc.example:2776']);
});

test('an address that is there twice is one link', () => {
  expect(operatorsOf('smpp://a:b@one.example smpp://a:b@one.example')).toHaveLength(1);
});

test.each([
  ['twice', 'smpp://a:b@one.example?name=ntc smpp://a:b@two.example?name=ntc', /ntc.*twice/],
  ['with a blank', 'smpp://a:b@one.example?name=n%20tc', /name/],
  ['the simulator’s', 'smpp://a:b@one.example?name=simulator', /simulator/],
])('a name is refused %s', (_, addresses, why) => {
  expect(() => operatorsOf(addresses)).toThrow(why);
});

test('a named link keeps its row when its operator moves', async () => {
  await start('smpp://named:pw@one.example:2775?name=named');
  await sql`
    UPDATE operator_link SET operators = '{ntc}', priority = 3, weight = 70, is_active = false
    WHERE name = 'named'`.execute(world.db);
  await start('smpp://named:pw@two.example:2775?name=named');
  expect(await linksOf('named')).toEqual([{ name: 'named', host: 'two.example', ...set }]);
});

test('one without a name begins at its new address with the settings and cost prices of the former', async () => {
  const [former, next] = ['moved@one.example:2775', 'moved@two.example:2775'];
  await start('smpp://moved:pw@one.example:2775');
  await sql`
    UPDATE operator_link SET operators = '{ntc}', priority = 3, weight = 70, is_active = false
    WHERE name = ${former}`.execute(world.db);
  await sql`
    INSERT INTO link_cost (link, price, valid_from)
    SELECT ${former}, 0.45, date_bin('1 hour', now(), '2000-01-01 00:15Z') - interval '1 day'`.execute(
    world.db,
  );
  await start('smpp://moved:pw@two.example:2775 smpp://other:pw@two.example:2775');
  expect(await linksOf('moved')).toEqual([
    { name: former, host: 'one.example', ...set },
    { name: next, host: 'two.example', ...set },
  ]);
  expect(await linksOf('other')).toMatchObject([{ operators: [], priority: 10, is_active: true }]);
  const prices = () =>
    sql`SELECT price FROM link_cost WHERE link = ${next}`.execute(world.db).then(({ rows }) => rows.length);
  expect(await prices()).toBe(1);
  // Only once: from then on it has settings of its own.
  await sql`DELETE FROM link_cost WHERE link = ${next}`.execute(world.db);
  await sql`UPDATE operator_link SET priority = 5 WHERE name = ${next}`.execute(world.db);
  await start('smpp://moved:pw@two.example:2775');
  expect([await prices(), (await linksOf('moved')).at(-1)]).toMatchObject([0, { priority: 5 }]);
});

test('a link over HTTP is not taken for one of SMPP with its name', async () => {
  await sql`
    INSERT INTO operator_link (name, kind, http, callback_secret, host, port, system_id, password)
    VALUES ('web', 'http', '{}', 'sealed', '127.0.0.1', 9, '', 'sealed')`.execute(world.db);
  await expect(start('smpp://web:pw@one.example?name=web')).rejects.toThrow('Delete it first');
});

test('one of the console is not taken for one with its name and another login', async () => {
  await sql`
    INSERT INTO operator_link (name, host, port, system_id, password)
    VALUES ('ours', 'a.example', 2775, 'ours', 'sealed')`.execute(world.db);
  await expect(start('smpp://ours:pw@b.example:2775?name=ours')).rejects.toThrow('Delete it first');
  const { rows } = await sql`SELECT host, password FROM operator_link WHERE name = 'ours'`.execute(world.db);
  expect(rows).toEqual([{ host: 'a.example', password: 'sealed' }]);
});

test('a link that moves back has a cost price again', async () => {
  const [first, second] = ['back@one.example:2775', 'back@two.example:2775'];
  await start('smpp://back:pw@one.example:2775');
  await sql`
    INSERT INTO link_cost (link, price, valid_from)
    SELECT ${first}, 0.45, date_bin('1 hour', now(), '2000-01-01 00:15Z') - interval '1 day'`.execute(
    world.db,
  );
  await start('smpp://back:pw@two.example:2775');
  await endLinkCosts(world.db, first);
  await sql`DELETE FROM operator_link WHERE name = ${first}`.execute(world.db);
  await start('smpp://back:pw@one.example:2775');
  const prices = async (link: string) => {
    const { rows } = await sql<{ price: number | null }>`
      SELECT price::float8 AS price FROM link_cost WHERE link = ${link} ORDER BY valid_from`.execute(
      world.db,
    );
    return rows.map(({ price }) => price);
  };
  expect(await prices(second)).toEqual([0.45]);
  expect(await prices(first)).toEqual([0.45, 0.45]);
});
