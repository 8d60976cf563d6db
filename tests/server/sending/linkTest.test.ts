import smpp from 'smpp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkTest } from '#schema/operatorLink.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { inputOf, LINKS } from '../../support/linkWorld.ts';
import { scriptedOperators } from '../../support/scriptedOperator.ts';

const { listening, open } = scriptedOperators();
let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test('a test of an SMPP link accepts neither replies nor receipts, so that they come again', async () => {
  const answers: unknown[] = [];
  const server = smpp.createServer({}, (session) => {
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu) => {
      if (pdu.command === 'deliver_sm_resp') answers.push(pdu.command_status);
      if (pdu.isResponse()) return;
      session.send(pdu.response());
      if (pdu.command !== 'bind_transceiver') return;
      const from = { source_addr: '9779841234567', destination_addr: '31001' };
      session.send(new smpp.PDU('deliver_sm', { ...from, short_message: Buffer.from('STOP') }));
      session.send(
        new smpp.PDU('deliver_sm', {
          ...from,
          esm_class: 4,
          short_message: Buffer.from('id:1A stat:DELIVRD'),
        }),
      );
    });
  });
  const port = await listening(server);
  open.push(() => new Promise((resolve) => server.close(resolve)));
  const input = inputOf(`smpp://u:p@127.0.0.1:${port}`);
  const { body } = await world.call<{ data: LinkTest }>('admin', 'POST', `${LINKS}test/`, {
    ...{ name: 'tried', ...input },
  });
  expect(body.data.result).toBe('signed_in');
  expect(answers).toEqual([smpp.errors.ESME_RX_T_APPN, smpp.errors.ESME_RX_T_APPN]);
});
