import type { PDU } from 'smpp';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { operator, bound } = scriptedOperators();

/** A link whose receipts wait for the promises that the test gives, and what the operator gets as answers. */
async function setUp(recorded: (n: number) => Promise<void>) {
  const at = await operator(() => {});
  let received = 0;
  const link = await bound(at.url, { close: 120_000 }, { onReceipt: () => recorded(received++) });
  const answers: [sequence: number, status: number][] = [];
  const session = at.sessions[0];
  const commands: string[] = [];
  session?.on('pdu', (pdu: PDU) => {
    commands.push(pdu.command);
    if (pdu.command === 'deliver_sm_resp') answers.push([pdu.sequence_number, pdu.command_status]);
  });
  /** Sends a receipt with this sequence number. */
  const send = (sequence_number: number) => {
    const fields = { esm_class: 4, short_message: Buffer.from(`id:${sequence_number} stat:DELIVRD err:000`) };
    session?.send(new smpp.PDU('deliver_sm', { ...fields, sequence_number }));
  };
  return { link, answers, commands, session, send, received: () => received };
}

test('receipts that wait for the same write are each answered, with their own numbers', async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const { answers, send, received } = await setUp((n) => (n % 2 ? second.promise : first.promise));
  for (const n of [11, 12, 13, 14, 15]) send(n);
  await soon(async () => expect(received()).toBe(5));
  expect(answers).toEqual([]);
  first.resolve();
  const accepted = [11, 13, 15].map((n) => [n, 0]);
  await soon(async () => expect(answers).toEqual(accepted));
  second.reject(new Error('no database'));
  const refused = [12, 14].map((n) => [n, smpp.errors.ESME_RX_T_APPN]);
  await soon(async () => expect(answers).toEqual([...accepted, ...refused]));
});

test('one that comes with a write that is already done is answered, too', async () => {
  const { answers, send } = await setUp(() => done);
  const done = Promise.resolve();
  send(21);
  await soon(async () => expect(answers).toEqual([[21, 0]]));
  send(22);
  await soon(async () => expect(answers.at(-1)).toEqual([22, 0]));
});

test('closing waits until all of them are answered', async () => {
  const write = Promise.withResolvers<void>();
  const { link, answers, commands, session, send, received } = await setUp(() => write.promise);
  for (const n of [31, 32]) send(n);
  await soon(async () => expect(received()).toBe(2));
  const closed = link.close();
  // Whatever the link has written until now comes before its answer.
  session?.send(new smpp.PDU('enquire_link'));
  await soon(async () => expect(commands).toContain('enquire_link_resp'));
  expect(commands).not.toContain('unbind');
  write.resolve();
  await closed;
  expect(answers).toEqual([
    [31, 0],
    [32, 0],
  ]);
});
