import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamRoleNames, teamRoles } from '#schema/teamRoles.ts';
import { createTestApp, type TestApp, users } from '../support/app.ts';
import { access, byPair } from './access.ts';
import { exceptions } from './accessExceptions.ts';
import { addressed, inParallel, type Operation, operationsOf, tokenOf } from './operations.ts';

let world: TestApp;
let operations: Operation[];
beforeAll(async () => {
  world = await createTestApp();
  operations = await operationsOf(world);
});
afterAll(() => world.close());

/** These end the caller's session. */
const ENDS_SESSION = /\/(logout|end-others)\/$/;
/** A record's text needs the pair for texts too, which no role of a team has. */
const TEXT = /\/text\/$/;

let asked = 0;

test.each(teamRoleNames)('%s opens what the pairs of the role open, and nothing else', async (role) => {
  const pairs = teamRoles[role].map((pair) => pair.join(' '));
  const opened = new Set([...Object.keys(exceptions), ...pairs.flatMap((pair) => byPair[pair] ?? [])]);
  const list = role === 'owner' ? null : JSON.stringify(teamRoles[role]);
  await sql`UPDATE users SET ui_permissions = ${list} WHERE email = ${users.customer}`.execute(world.db);
  const token = await tokenOf(world, 'customer');
  const wrong: string[] = [];
  const theirs = operations.filter(
    ({ name, path }) => access[name] !== 'public' && !ENDS_SESSION.test(path) && !TEXT.test(path),
  );
  await inParallel(theirs, async ({ name, method, path }) => {
    const { statusCode: status } = await world.app.inject({
      ...{ method, url: addressed(path, randomUUID()) },
      // Request limits are per address.
      remoteAddress: `10.9.${(++asked >> 8) & 255}.${asked & 255}`,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && method !== 'DELETE' && { payload: '{}' }),
    });
    if ((status !== 403) !== opened.has(name)) wrong.push(`${name}: ${status}`);
  });
  expect(wrong.sort()).toEqual([]);
});
