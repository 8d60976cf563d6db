import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { describe, expect, test } from 'vitest';
import type { Link } from '../../../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import { accept, scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { open, operator, bound } = scriptedOperators();
const ESME_RALYBND = 5;
const REFUSED = 'bind refused: ESME_RALYBND';
const THREE_PARTS = { from: 'DEMO', to: '+9779841234567', text: 'x'.repeat(400) };
const separate = (url: string, user = 'u') => `${url.replace('//u:', `//${user}:`)}?bind=separate`;

/** A link with a transmitter and a receiver, whether or not it becomes bound. */
function started(url: string, more: Partial<LinkOptions> = {}): Link {
  const timing = { reconnectMin: 20, reconnectMax: 50, ...more.timing };
  const link = createLink({ name: 'test', url, onReceipt: () => {}, ...more, timing });
  open.unshift(() => link.close());
  return link;
}

interface Held {
  user: string;
  command: string;
  session?: Session;
}

/** An operator with a limit on what two workers hold together. A bind takes the place of the worker's own dead session. */
async function limitedOperator(held: Held[], isFull: (others: readonly Held[], command: string) => boolean) {
  return operator(
    () => {},
    ({ system_id: user = '', command }, session) => {
      const others = held.filter((one) => one.user !== user || one.command !== command);
      if (isFull(others, command)) return ESME_RALYBND;
      held.splice(0, held.length, ...others, { user, command, session });
      session.on('close', () => {
        const at = held.findIndex((one) => one.session === session);
        if (at >= 0) held.splice(at, 1);
      });
      return 0;
    },
  );
}
const oneOfEach = (others: readonly Held[], command: string) => others.some((one) => one.command === command);
const anyTwo = (others: readonly Held[]) => others.length >= 2;

describe('two workers at an operator that allows', () => {
  const splits = [
    ['one transmitter and one receiver', oneOfEach, { user: 'b', command: 'bind_receiver' }],
    ['any two connections', anyTwo, { user: 'b', command: 'bind_transmitter' }],
  ] as const;
  test.each(splits)('%s, of which each could have half: one of them is bound', async (_, isFull, dead) => {
    const { url, binds } = await limitedOperator([dead], isFull);
    const first = started(separate(url, 'a'));
    await soon(() => expect(binds.length).toBeGreaterThan(1));
    const second = started(separate(url, 'b'));
    await soon(() => expect([first.state, second.state]).toContain('bound'));
  });

  test('one of each, when one keeps its receiver and loses its transmitter to the other', async () => {
    const held: Held[] = [];
    const { url } = await limitedOperator(held, oneOfEach);
    const first = await bound(separate(url, 'a'));
    const [transmitter] = held;
    expect(held.map(({ command }) => command)).toEqual(['bind_transmitter', 'bind_receiver']);
    held.push({ user: 'b', command: 'bind_transmitter' });
    transmitter!.session!.destroy();
    await soon(() => expect(first.state).toBe('down'));
    const second = started(separate(url, 'b'));
    await soon(() => expect([first.state, second.state]).toContain('bound'));
  });
});

test('a receiver is not asked for before there is a transmitter', async () => {
  const { url, binds } = await operator(
    () => {},
    ({ command }) => (command === 'bind_transmitter' ? ESME_RALYBND : 0),
  );
  const link = started(separate(url));
  await soon(() => expect(binds.length).toBeGreaterThan(3));
  await link.close();
  expect(binds.filter(({ command }) => command === 'bind_receiver')).toEqual([]);
});

test('without a receiver the transmitter is given up less and less often, and the reason is that of the receiver', async () => {
  const { url, binds } = await operator(
    () => {},
    ({ command }, session) => {
      if (command === 'bind_receiver') return ESME_RALYBND;
      // Something useful, as it seems.
      setImmediate(() => session.send(new smpp.PDU('enquire_link')));
      return 0;
    },
  );
  const waits: number[] = [];
  const reasons: unknown[] = [];
  const link = started(separate(url), {
    log: { info() {}, warn: (details) => void waits.push((details as { wait: number }).wait) },
    timing: { reconnectMin: 5, reconnectMax: 10_000 },
    onState: (state, why) => void (state === 'down' && reasons.push(why)),
  });
  await soon(() => expect(waits.length).toBeGreaterThan(11));
  // Of either connection: 5 ms doubled five times, and as little as half of it.
  expect(Math.min(...waits.slice(10, 12))).toBeGreaterThanOrEqual(80);
  await link.close();
  expect(new Set(reasons)).toEqual(new Set([REFUSED]));
  const commands = binds.map(({ command }) => command);
  expect(commands.slice(0, 4)).toEqual(Array(2).fill(['bind_transmitter', 'bind_receiver']).flat());
});

test('a message that is begun when the receiver is lost is finished before the transmitter is given up', async () => {
  let isAllowed = true;
  const waiting: (() => void)[] = [];
  const { url, sessions, submits, binds } = await operator(
    (pdu, session, index) => waiting.push(() => accept(pdu, session, `id-${index}`)),
    ({ command }) => (isAllowed || command === 'bind_transmitter' ? 0 : ESME_RALYBND),
  );
  const link = await bound(`${separate(url)}&window=1`);
  const commands: string[] = [];
  sessions[0]!.on('pdu', ({ command }: PDU) => void commands.push(command));
  const outcome = link.submit(THREE_PARTS);
  const next = link.submit(THREE_PARTS);
  await soon(() => expect(waiting).toHaveLength(1));
  isAllowed = false;
  sessions[1]!.destroy();
  // What is not begun goes back at once, and nothing more is taken.
  expect(await next).toMatchObject({ kind: 'temporary', unsent: true });
  expect(await link.submit(THREE_PARTS)).toMatchObject({ kind: 'temporary', unsent: true });
  await soon(() => expect(binds.length).toBeGreaterThan(4));
  expect(commands).not.toContain('unbind');
  for (let part = 0; part < 3; part++) {
    await soon(() => expect(waiting).toHaveLength(part + 1));
    waiting[part]!();
  }
  expect(await outcome).toEqual({ kind: 'submitted', ids: ['id-0', 'id-1', 'id-2'] });
  await soon(() => expect(commands.at(-1)).toBe('unbind'));
  isAllowed = true;
  await soon(() => expect(link.state).toBe('bound'));
  const again = link.submit(THREE_PARTS);
  for (let part = 3; part < 6; part++) {
    await soon(() => expect(waiting).toHaveLength(part + 1));
    waiting[part]!();
  }
  expect((await again).kind).toBe('submitted');
  expect(submits).toHaveLength(6);
});

test('what answers a request on the receiver settles no message of the transmitter', async () => {
  const held: (() => void)[] = [];
  const { url, sessions, submits } = await operator((pdu, session, index) =>
    held.push(() => accept(pdu, session, `id-${index}`)),
  );
  const warnings: string[] = [];
  const log = { info() {}, warn: (_: object, text: string) => void warnings.push(text) };
  const link = await bound(separate(url), {}, { log });
  const outcome = link.submit({ ...THREE_PARTS, text: 'Hello' });
  await soon(() => expect(submits).toMatchObject([{ sequence_number: 2 }]));
  // Both connections count their requests from 1: these are about an enquire_link, and about nothing.
  const error = { sequence_number: 2, command_status: smpp.errors.ESME_RINVCMDID! };
  sessions[1]!.send(new smpp.PDU('generic_nack', error));
  sessions[1]!.send(new smpp.PDU('submit_sm_resp', error));
  await soon(() => expect(warnings).toHaveLength(2));
  held[0]!();
  expect(await outcome).toEqual({ kind: 'submitted', ids: ['id-0'] });
});
