import type { PDU, Session } from 'smpp';
import smpp from 'smpp';
import { describe, expect, test } from 'vitest';
import type { LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import { accept, scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { operator, bound } = scriptedOperators();
const sms = { from: 'DEMO', to: '+9779841234567', text: 'Hello' };
const ESME_RINVBNDSTS = 4;
const LOST = 'the operator lost our bind';
const refuse = (pdu: PDU, session: Session) =>
  session.send(pdu.response({ command_status: ESME_RINVBNDSTS }));

/** What a link says while it runs, and when it is down. */
function heard() {
  const waits: number[] = [];
  const reasons: (string | undefined)[] = [];
  const log: LinkOptions['log'] = {
    info() {},
    warn: (details) => void ('wait' in details && waits.push(Number(details.wait))),
  };
  const onState: LinkOptions['onState'] = (state, why) => void (state === 'down' && reasons.push(why));
  return { waits, reasons, more: { log, onState } };
}

describe('an operator that has lost the bind, as after a switch-over behind a balancer', () => {
  test('is bound anew once it has answered what was written, and no message counts as tried', async () => {
    const waiting: (() => void)[] = [];
    const { url, binds, submits } = await operator((pdu, session, index) => {
      if (binds.length > 1) return accept(pdu, session, `id-${index}`);
      waiting.push(() => refuse(pdu, session));
      if (waiting.length === 3) waiting[1]!();
    });
    const { reasons, more } = heard();
    const link = await bound(`${url}?window=3`, { close: 20_000 }, more);
    const written = [1, 2, 3].map(() => link.submit(sms));
    // Behind the full window: other links take it at once.
    expect(await link.submit(sms)).toEqual({
      kind: 'temporary',
      error: LOST,
      throttled: false,
      unsent: true,
    });
    expect([link.state, reasons]).toEqual(['down', [LOST]]);
    waiting[0]!();
    waiting[2]!();
    const spared = { kind: 'temporary', error: 'ESME_RINVBNDSTS', throttled: false, unsent: true };
    expect(await Promise.all(written)).toEqual([spared, spared, spared]);
    await link.ready();
    expect([binds.length, submits.length]).toEqual([2, 3]);
    expect(await link.submit(sms)).toEqual({ kind: 'submitted', ids: ['id-3'] });
  });

  test('and answers nothing more is left all the same', async () => {
    const { url, binds } = await operator((pdu, session, index) => {
      if (index === 0) refuse(pdu, session);
    });
    const link = await bound(`${url}?window=2`, { close: 50 });
    const outcomes = await Promise.all([link.submit(sms), link.submit(sms)]);
    expect(outcomes).toMatchObject([
      { kind: 'temporary', unsent: true },
      { kind: 'unknown', error: LOST },
    ]);
    await soon(() => expect(binds.length).toBeGreaterThan(1));
  });

  const answers = {
    response: (pdu: PDU) => pdu.response({ command_status: ESME_RINVBNDSTS }),
    generic_nack: ({ sequence_number }: PDU) =>
      new smpp.PDU('generic_nack', { sequence_number, command_status: ESME_RINVBNDSTS }),
  };
  const modes = { transceiver: 'bind_transceiver', separate: 'bind_receiver' };
  test.each([
    ['response', 'transceiver'],
    ['generic_nack', 'transceiver'],
    ['response', 'separate'],
    ['generic_nack', 'separate'],
  ] as const)('shows it when nothing is sent, by a %s to enquire_link (%s)', async (answer, mode) => {
    const isBound = (command: string) => command === modes[mode];
    const { url, binds } = await operator(
      () => {},
      ({ command }, session) => {
        const time = binds.filter((one) => one.command === command).length;
        session.on('pdu', (pdu: PDU) => {
          if (pdu.command !== 'enquire_link') return;
          session.send(isBound(command) && time === 1 ? answers[answer](pdu) : pdu.response());
        });
        return 0;
      },
    );
    const { reasons, more } = heard();
    const link = await bound(`${url}?bind=${mode}`, { enquire: 40 }, more);
    await soon(() => expect(binds.filter(({ command }) => isBound(command))).toHaveLength(2));
    await link.ready();
    expect(reasons[0]).toBe(LOST);
  });

  test('each time is called less and less often, until it takes a message', async () => {
    let isWell = false;
    const { url } = await operator(
      (pdu, session, index) => (isWell ? accept(pdu, session, `id-${index}`) : refuse(pdu, session)),
      (_, session) => {
        // Something useful, as it seems.
        setImmediate(() => session.send(new smpp.PDU('enquire_link')));
        return 0;
      },
    );
    const { waits, more } = heard();
    const timing = { reconnectMin: 5, reconnectMax: 10_000 };
    const link = await bound(url, timing, more);
    const refused = async () => {
      const before = waits.length;
      await link.ready();
      await link.submit(sms);
      await soon(() => expect(waits.length).toBeGreaterThan(before));
    };
    for (let time = 0; time < 6; time++) await refused();
    // 5 ms doubled five times, and as little as half of it.
    expect(waits[5]).toBeGreaterThanOrEqual(80);
    isWell = true;
    await link.ready();
    expect((await link.submit(sms)).kind).toBe('submitted');
    isWell = false;
    await refused();
    expect(waits.at(-1)).toBe(5);
  });
});
