import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { createLink } from '../../../../server/services/sending/smpp/link.ts';
import { accept, scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { open, listening, operator, bound } = scriptedOperators();
const sms = { from: 'DEMO', to: '+9779841234567', text: 'Hello' };
const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map(({ kind }) => kind);

test('an operator that unbinds is left, and joined again', async () => {
  const { url, sessions } = await operator(() => {});
  const why: (string | undefined)[] = [];
  await bound(url, {}, { onState: (_, reason) => void why.push(reason) });
  sessions[0]!.send(new smpp.PDU('unbind'));
  await soon(() => expect(why).toContain('the operator unbound'));
  await soon(() => expect(sessions.length).toBeGreaterThan(1));
});

test('one that unbinds within a window still answers what it has; what it has not is sent elsewhere', async () => {
  const waiting: (() => void)[] = [];
  const { url, sessions } = await operator((pdu, session, index) => {
    waiting.push(() => accept(pdu, session, `id-${index}`));
    if (index === 2) session.send(new smpp.PDU('unbind'));
  });
  const answers: PDU[] = [];
  const hear = (session: Session) =>
    session.on('pdu', (pdu: PDU) => void (pdu.isResponse() && answers.push(pdu)));
  const link = await bound(`${url}?window=3`, { close: 20_000 });
  hear(sessions[0]!);
  const written = Promise.all([1, 2, 3].map(() => link.submit(sms)));
  // Behind the full window: given back when the operator unbinds, which is before it has answered anything.
  expect(await link.submit(sms)).toMatchObject({ kind: 'temporary', unsent: true });
  expect([link.state, answers.length]).toEqual(['down', 0]);
  for (const answer of waiting) answer();
  expect(kinds(await written)).toEqual(['submitted', 'submitted', 'submitted']);
  await soon(() => expect(answers[0]).toMatchObject({ command: 'unbind_resp', command_status: 0 }));
  await soon(() => expect(sessions.length).toBeGreaterThan(1));
});

test('one that unbinds still answers what it has though the link is closed meanwhile', async () => {
  const waiting: (() => void)[] = [];
  const { url, sessions } = await operator((pdu, session, index) => {
    waiting.push(() => accept(pdu, session, `id-${index}`));
    if (index === 1) session.send(new smpp.PDU('unbind'));
  });
  const link = await bound(url, { close: 20_000 });
  const written = [1, 2].map(() => link.submit(sms));
  await soon(() => expect(link.state).toBe('down'));
  const answers: PDU[] = [];
  sessions[0]!.on('pdu', (pdu: PDU) => void (pdu.isResponse() && answers.push(pdu)));
  const closed = link.close();
  for (const answer of waiting) answer();
  await closed;
  expect(kinds(await Promise.all(written))).toEqual(['submitted', 'submitted']);
  await soon(() => expect(answers[0]).toMatchObject({ command: 'unbind_resp', command_status: 0 }));
  expect(sessions).toHaveLength(1);
});

test('nothing more is written to one that unbinds, although the limits change when it does', async () => {
  const { url, submits } = await operator((_, session) => session.send(new smpp.PDU('unbind')));
  const onState = (state: string) => void (state === 'down' && link.setLimits({ window: 2, rate: 0 }));
  const link = await bound(`${url}?window=1`, { close: 50 }, { onState });
  const outcomes = await Promise.all([link.submit(sms), link.submit(sms)]);
  expect(outcomes).toMatchObject([{ kind: 'unknown' }, { kind: 'temporary', unsent: true }]);
  expect(submits).toHaveLength(1);
});

test('one that unbinds and answers nothing more is left all the same', async () => {
  const { url, sessions } = await operator((_, session) => session.send(new smpp.PDU('unbind')));
  const link = await bound(url, { close: 50 });
  expect(await link.submit(sms)).toEqual({ kind: 'unknown', error: 'the operator unbound' });
  await soon(() => expect(sessions.length).toBeGreaterThan(1));
});

test('one that ends each connection as soon as it is bound is called less and less often, until it says something', async () => {
  let isWell = false;
  const server = smpp.createServer({}, (session) => {
    open.push(async () => session.destroy());
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: PDU) => {
      if (pdu.isResponse()) return session.close();
      session.send(pdu.response());
      if (isWell) session.send(new smpp.PDU('enquire_link'));
      else session.close();
    });
  });
  const port = await listening(server);
  open.push(() => new Promise((done) => server.close(done)));
  const waits: number[] = [];
  const link = createLink({
    ...{ name: 'test', url: `smpp://u:p@127.0.0.1:${port}`, onReceipt: () => {} },
    log: { info() {}, warn: (details) => void waits.push((details as { wait: number }).wait) },
    timing: { reconnectMin: 5, reconnectMax: 10_000 },
  });
  open.unshift(() => link.close());
  await soon(() => expect(waits.length).toBeGreaterThan(5));
  // 5 ms doubled five times, and as little as half of it.
  expect(waits[5]).toBeGreaterThanOrEqual(80);
  isWell = true;
  const before = waits.length;
  await soon(() => expect(waits.length).toBeGreaterThan(before + 1));
  expect(waits.at(-1)).toBe(5);
});

test('a bind that gets a generic_nack is refused, not waited for', async () => {
  const server = smpp.createServer({}, (session) => {
    open.push(async () => session.destroy());
    session.on('error', () => session.destroy());
    session.on('pdu', ({ sequence_number }: PDU) =>
      session.send(new smpp.PDU('generic_nack', { sequence_number, command_status: 3 })),
    );
  });
  const port = await listening(server);
  open.push(() => new Promise((done) => server.close(done)));
  const why: (string | undefined)[] = [];
  const link = createLink({
    ...{ name: 'test', url: `smpp://u:p@127.0.0.1:${port}`, onReceipt: () => {} },
    onState: (_, reason) => void why.push(reason),
    timing: { bind: 60_000 },
  });
  open.unshift(() => link.close());
  await soon(() => expect(why).toContain('bind refused: ESME_RINVCMDID'));
});
