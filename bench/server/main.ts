/**
 * `npm run bench:server [-- --only lists,kills] [--rounds 5]` measures this server next to its rivals. Exits 1 if a budget
 * is exceeded. `--only bytes [--messages 100000]`: bytes a message in the database. `--only capacity [--messages 200000] [--out capacity-result.json]`: docs/evidence/capacity.md.
 */
import { cpus, totalmem } from 'node:os';
import { readOnly, readOptions } from '../../scripts/options/readOptions.mjs';
import { bytes } from './bytes.ts';
import { capacity } from './capacity.ts';
import { deepPages } from './deepPages.ts';
import { imports } from './imports.ts';
import { kills } from './kills.ts';
import { layouts } from './layouts.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { planning } from './plan.ts';
import { receipts } from './receipts.ts';
import { sending } from './sending.ts';
import { standby } from './standby.ts';
import { isWithin, type Row, tableOf } from './table.ts';
import { windows } from './windows.ts';

/** Of a part's own measurement: how many messages, and the file for its figures. */
interface Options {
  messages: number;
  out: string;
}
type Part = (rounds: number, options: Options) => Promise<Row[]>;
const parts = {
  sending,
  receipts,
  planning,
  imports,
  lists,
  'deep-pages': deepPages,
  kills,
  memory,
  standby,
  bytes,
} satisfies Record<string, Part>;
/** Measurements behind a decision; they only run when named. */
const others = { windows, capacity, layouts } satisfies Record<string, Part>;
const { values } = readOptions({
  options: {
    only: { type: 'string', default: Object.keys(parts).join(',') },
    rounds: { type: 'string', default: '5' },
    messages: { type: 'string', default: '200000' },
    out: { type: 'string', default: 'capacity-result.json' },
  },
});
// Whatever a part has started ends with this process, also when it is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const rows: Row[] = [];
const all = { ...parts, ...others };
for (const name of readOnly(values.only, all)) {
  console.error(`${name} ...`);
  rows.push(
    ...(await all[name](Number(values.rounds), { messages: Number(values.messages), out: values.out })),
  );
}
if (rows.length === 0) process.exit(0);
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}; medians of ${values.rounds}\n`,
);
console.log(tableOf(rows));
process.exit(rows.some((row) => isWithin(row) === false) ? 1 : 0);
