import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { audit } from '../../support/audit.ts';
import { type LinkWorld, ncell, ntc, patience, startLinkWorld } from '../../support/linkWorld.ts';
import { accept, scriptedOperators } from '../../support/scriptedOperator.ts';
import { workerSessions } from '../../support/workerSessions.ts';

const { operator } = scriptedOperators();
const ESME_RALYBND = 5;
const SEPARATE = { bind_mode: 'separate', window: 1, operators: ['ntc'] };

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinkWorld([]);
});
afterAll(() => world?.close());
beforeEach(() => world.startOver([]));

/** The link `half` with one part of three at the operator, which has ended its receiver for good and answers from now on. */
async function halfWritten() {
  let isAllowed = true;
  let answer = () => {};
  const half = await operator(
    (pdu, session, index) => {
      answer = () => accept(pdu, session, `id-${index}`);
      if (index > 0) answer();
    },
    ({ command }) => (isAllowed || command === 'bind_transmitter' ? 0 : ESME_RALYBND),
  );
  await world.add('half', half.url, SEPARATE);
  await world.becomes('half', 'bound');
  const uuid = await world.send(ntc(1), { body: 'x'.repeat(400) });
  await vi.waitFor(() => expect(half.submits).toHaveLength(1), patience);
  isAllowed = false;
  half.sessions[half.binds.findIndex(({ command }) => command === 'bind_receiver')]!.destroy();
  await world.becomes('half', 'down');
  answer();
  return { half, uuid };
}

const isFinished = async (uuid: string) =>
  expect(await world.until(uuid, ({ queued }) => queued === 0)).toMatchObject({ submitted: 1, unknown: 0 });

test('a message that is half written when the receiver is lost is finished, and the link then holds no share', async () => {
  const { half, uuid } = await halfWritten();
  await isFinished(uuid);
  expect(half.submits).toHaveLength(3);
  await vi.waitFor(async () => {
    const { shares } = await world.link('half');
    expect(shares.map(({ window }) => window)).toEqual([0]);
  }, patience);
  await audit(world.db);
});

test('a link with such a message can be changed', async () => {
  const { half, uuid } = await halfWritten();
  await world.change('half', { password: 'another' });
  await vi.waitFor(() => expect(half.binds.map(({ password }) => password)).toContain('another'), patience);
  await isFinished(uuid);
});

test('a worker with such a message that loses its session goes on over its other links', async () => {
  const other = await operator((pdu, session, index) => accept(pdu, session, `other-${index}`));
  await world.add('other', other.url, { operators: ['ncell'] });
  await world.becomes('other', 'bound');
  const { uuid } = await halfWritten();
  const [session] = await workerSessions(world.db);
  await sql`SELECT pg_terminate_backend(${session?.pid})`.execute(world.db);
  const next = await world.send(ncell(1));
  await world.until(next, ({ submitted }) => submitted === 1);
  await isFinished(uuid);
});
