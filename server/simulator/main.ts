/**
 * An operator to send to: an SMPP server, or with `--protocol http` an HTTP one, in its own process.
 *
 *   node server/simulator/main.ts --port 2775 --control-port 2776 --journal .data/simulator.jsonl
 *
 * A port of 0 takes a free one. When both listen it prints one line, {"smpp":port,"control":port}, or with `http` in place of
 * `smpp`. The password is the token of the HTTP API (httpSimulator.ts). Each flag is also read from
 * the environment (--late-by as SIMULATOR_LATE_BY). Which numbers have which result: see deliveryResult.ts.
 */
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createControl } from './control.ts';
import { defaults, settingsSchema } from './deliveryResult.ts';
import { createHttpSimulator } from './httpSimulator.ts';
import { openJournal } from './journal.ts';
import { createSimulator } from './simulator.ts';

const { values } = parseArgs({
  options: {
    protocol: { type: 'string' },
    port: { type: 'string' },
    'control-port': { type: 'string' },
    journal: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    undelivered: { type: 'string' },
    rejected: { type: 'string' },
    'per-message': { type: 'string' },
    late: { type: 'string' },
    'late-by': { type: 'string' },
    throttle: { type: 'string' },
    latency: { type: 'string' },
    'receipt-after': { type: 'string' },
    'follow-parent': { type: 'boolean' },
  },
});

const flag = (name: Exclude<keyof typeof values, 'follow-parent'>, fallback: string | number): string =>
  values[name] ?? process.env[`SIMULATOR_${name.toUpperCase().replaceAll('-', '_')}`] ?? String(fallback);

const journal = openJournal(flag('journal', '.data/simulator.jsonl'));
const settings = settingsSchema.parse({
  ...defaults,
  undelivered: Number(flag('undelivered', defaults.undelivered)),
  rejected: Number(flag('rejected', defaults.rejected)),
  perMessage: flag('per-message', String(defaults.perMessage)) === 'true',
  late: Number(flag('late', defaults.late)),
  lateBy: Number(flag('late-by', defaults.lateBy)),
  throttle: Number(flag('throttle', defaults.throttle)),
  latency: Number(flag('latency', defaults.latency)),
  receiptAfter: Number(flag('receipt-after', defaults.receiptAfter)),
});
const protocol = z.enum(['smpp', 'http']).parse(flag('protocol', 'smpp'));
const [user, password] = [flag('user', 'demo'), flag('password', 'demo')];
const simulator =
  protocol === 'http'
    ? await createHttpSimulator({ journal, token: password, settings })
    : await createSimulator({ journal, user, password, settings });
const control = createControl(simulator);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  control.close();
  control.closeAllConnections();
  await simulator.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
// What a terminal sends reaches the parent too, which still has messages on their way here and ends this last.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, values['follow-parent'] ? () => {} : stop);
if (values['follow-parent']) process.stdin.on('close', stop).resume();

const port = await simulator.listen(Number(flag('port', 2775)));
control.listen(Number(flag('control-port', 2776)), '127.0.0.1', () => {
  console.log(JSON.stringify({ [protocol]: port, control: (control.address() as AddressInfo).port }));
});
