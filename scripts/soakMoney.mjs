/**
 * `npm run soak:money [-- --seeds 100 --first 1 --operations 10000 --keys 1000]`: the long form of
 * tests/server/money/money.test.ts and tests/server/money/moneyKeys.test.ts (docs/evidence/reliability.md).
 */

import { readOptions } from './options/readOptions.mjs';
import { environment, execute, installed, setup } from './setup.mjs';

const string = (value) => ({ type: 'string', default: String(value) });
const { seeds, first, operations, keys } = readOptions({
  options: { seeds: string(100), first: string(1), operations: string(10_000), keys: string(1000) },
}).values;
const node = await setup();
const env = environment(node, {
  MONEY_SEEDS: seeds,
  MONEY_FIRST_SEED: first,
  MONEY_OPERATIONS: operations,
  MONEY_KEYS: keys,
});
const files = ['tests/server/money/money.test.ts', 'tests/server/money/moneyKeys.test.ts'];
const run = [installed('vitest'), 'run', '--project', 'server'];
process.exitCode = await execute(node, [...run, ...files], env);
