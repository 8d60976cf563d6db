import type { PDU } from 'smpp';
import smpp from 'smpp';
import { expect, test } from 'vitest';
import { scriptedOperators } from '../../../support/scriptedOperator.ts';
import { soon } from '../../../support/soon.ts';

const { operator, bound } = scriptedOperators();

const receiptOf = (id: number): PDU =>
  new smpp.PDU('deliver_sm', {
    ...{ source_addr: '9841234567', source_addr_ton: 2, esm_class: 4 },
    short_message: Buffer.from(`id:${id} stat:DELIVRD err:000`),
  });

test('a link that closes first answers all receipts that are being recorded', async () => {
  const { url, sessions } = await operator(() => {});
  const recorded: (() => void)[] = [];
  // It waits for longer than this test may take.
  const link = await bound(
    url,
    { close: 60_000 },
    { onReceipt: () => new Promise<void>((resolve) => recorded.push(resolve)) },
  );
  const commands: string[] = [];
  sessions[0]!.on('pdu', (pdu: PDU) => void commands.push(pdu.command));
  for (const id of [1, 2]) sessions[0]!.send(receiptOf(id));
  await soon(() => expect(recorded).toHaveLength(2));
  const closed = link.close();
  recorded[0]!();
  await soon(() => expect(commands).toEqual(['deliver_sm_resp']));
  recorded[1]!();
  await closed;
  expect(commands.slice(0, 3)).toEqual(['deliver_sm_resp', 'deliver_sm_resp', 'unbind']);
});

test('and one that has recorded all of them closes at once', async () => {
  const { url, sessions } = await operator(() => {});
  const link = await bound(url, { close: 60_000 }, { onReceipt: () => Promise.resolve() });
  const commands: string[] = [];
  sessions[0]!.on('pdu', (pdu: PDU) => void commands.push(pdu.command));
  sessions[0]!.send(receiptOf(1));
  await soon(() => expect(commands).toEqual(['deliver_sm_resp']));
  await link.close();
  expect(commands).toContain('unbind');
});
