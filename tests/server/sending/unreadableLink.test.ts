import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LinkTest } from '#schema/operatorLink.ts';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { inputOf, LINKS, type LinkWorld, ntc, patience, startLinkWorld } from '../../support/linkWorld.ts';
import { accept, scriptedOperators } from '../../support/scriptedOperator.ts';

const { operator } = scriptedOperators();
const anyOperator = () => operator((pdu, session, index) => accept(pdu, session, `id-${index}`));

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinkWorld([]);
});
afterAll(() => world?.close());
beforeEach(() => world.startOver([]));

/** As an API process saves it that has a key which the workers do not have yet. */
async function lock(name: string): Promise<void> {
  const { uuid } = await world.link(name);
  const place = { table: 'operator_link', column: 'password', row: uuid };
  const password = keyringOf(['a-key-that-no-worker-here-has-been-given']).seal(place, 'p');
  await sql`UPDATE operator_link SET password = ${password} WHERE uuid = ${uuid}`.execute(world.db);
}

test('a link whose password the worker cannot decrypt is down, says why, and the others send', async () => {
  const [a, b] = [await anyOperator(), await anyOperator()];
  await world.add('locked', a.url, { operators: ['ntc'], priority: 1 });
  await lock('locked');
  await world.restart([]);
  await world.add('whole', b.url, { operators: ['ntc'], priority: 2 });
  await world.becomes('whole', 'bound');
  const { reason } = await world.becomes('locked', 'down');
  expect(reason).toMatch(
    /^operator_link\.password of .* cannot be decrypted: no key with the id .* is set\.$/,
  );
  const uuid = await world.send(ntc(1));
  await world.until(uuid, ({ submitted }) => submitted === 1);
  expect([a.submits.length, b.submits.length]).toEqual([0, 1]);

  await world.change('locked', { password: 'p@ss' });
  await world.becomes('locked', 'bound');
});

test('a link that runs goes on with the login that it has, and can be paused', async () => {
  const at = await anyOperator();
  await world.add('running', at.url, { operators: ['ntc'] });
  await world.becomes('running', 'bound');
  await lock('running');
  // The worker has read the links again when it has this one.
  await world.add('next', (await anyOperator()).url, { system_id: 'next', operators: ['ncell'] });
  await world.becomes('next', 'bound');
  await world.act('running', 'pause');
  await world.act('running', 'resume');
  const uuid = await world.send(ntc(1));
  await world.until(uuid, ({ submitted }) => submitted === 1);
  expect([at.submits.length, at.binds.length]).toEqual([1, 1]);
  await world.change('running', { password: 'another' });
  await vi.waitFor(
    () => expect(at.binds.map(({ password }) => password)).toEqual(['p%40ss', 'another']),
    patience,
  );
});

test('a test of it says so, unless it gets another password', async () => {
  const at = await anyOperator();
  const { uuid } = await world.add('locked', at.url);
  await lock('locked');
  const tested = async (password?: string) => {
    const answer = await world.call<{ data: LinkTest }>('admin', 'POST', `${LINKS}test/`, {
      ...{ ...inputOf(at.url), password, uuid },
    });
    return answer.body.data;
  };
  expect(await tested()).toMatchObject({
    result: 'locked',
    detail: expect.stringContaining('cannot be decrypted'),
  });
  expect(await tested('p@ss')).toMatchObject({ result: 'signed_in' });
});
