import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { encodePdu, type OutgoingPdu } from '../../../server/services/sending/smpp/codec/pdu.ts';
import { defaults } from '../../../server/simulator/deliveryResult.ts';
import { openJournal } from '../../../server/simulator/journal.ts';
import { createSimulator, type Simulator } from '../../../server/simulator/simulator.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Milliseconds. */
const LATER = 200;

/** A client in a thread of its own, which reads nothing, and resets its connection right after its second write. */
const CLIENT = `
  const { connect } = require('node:net');
  const { workerData: { port, first, second, shared } } = require('node:worker_threads');
  const state = new Int32Array(shared);
  const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(first), () => {
    Atomics.wait(state, 0, 0);
    socket.write(Buffer.from(second), () => socket.resetAndDestroy());
  }));
  socket.pause();
  socket.on('close', () => {
    Atomics.store(state, 0, 2);
    Atomics.notify(state, 0);
  });`;

const bind: OutgoingPdu = { command: 'bind_transceiver', system_id: 'demo', password: 'demo' };
const submit = (to: string): OutgoingPdu => ({
  command: 'submit_sm',
  source_addr: 'DEMO',
  destination_addr: to,
  registered_delivery: 1,
  short_message: Buffer.from('Hello'),
});

let simulator: Simulator;
let client: Worker;
afterEach(async () => {
  await client.terminate();
  await simulator.close();
});

test.each([
  ['an answer', { latency: LATER, receiptAfter: 3_600_000 }],
  ['a receipt', { latency: 0, receiptAfter: LATER }],
])('what arrived before a reset is taken, though %s is due at that moment', async (_, delays) => {
  const settings = { ...defaults, undelivered: 0, ...delays };
  const journal = openJournal(join(temporaryFolder('simulator-'), 'journal.jsonl'));
  simulator = await createSimulator({ journal, user: 'demo', password: 'demo', settings });
  const state = new Int32Array(new SharedArrayBuffer(4));
  client = new Worker(CLIENT, {
    eval: true,
    workerData: {
      port: await simulator.listen(0),
      first: Buffer.concat([encodePdu(bind, 1), encodePdu(submit('9779841000010'), 2)]),
      second: encodePdu(submit('9779841000011'), 3),
      shared: state.buffer,
    },
  });
  while (simulator.stats().messages === 0) await turn();
  // What it says at once has been said.
  await turn();

  // The operator is held up, as on a busy machine: meanwhile the client dies, and it becomes time to write to it.
  const due = performance.now() + LATER;
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
  while (Atomics.load(state, 0) !== 2) Atomics.wait(state, 0, 1);
  while (performance.now() <= due) Atomics.wait(state, 0, 2, due - performance.now());

  await expect.poll(() => simulator.stats().messages).toBe(2);
});
