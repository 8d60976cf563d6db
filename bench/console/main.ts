/**
 * `npm run bench:console [-- --only loading,sheets] [--rounds 5] [--pages 3] [--demo FOLDER]` measures this console next to
 * its rivals. FOLDER has react-admin's demo, built; --pages is for a quick look. Exits 1 if a budget is exceeded.
 */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { readOnly, readOptions } from '../../scripts/options/readOptions.mjs';
import { isWithin, type Row, tableOf } from '../server/table.ts';
import { startAdminjs } from './adminjs.ts';
import { CONDITIONS, launch } from './browser.ts';
import { goals } from './goals.ts';
import { inputs } from './inputs.ts';
import { lighthouse } from './lighthouse.ts';
import { loading } from './loading.ts';
import { startOurs } from './ours.ts';
import { startDemo, startPlain } from './reactAdmin.ts';
import { DEMO, type Setting } from './setting.ts';
import { sheets } from './sheets.ts';
import { shifts } from './shifts.ts';
import type { Site } from './site.ts';

const parts = { loading, sheets, shifts, inputs, goals, lighthouse } satisfies Record<
  string,
  (setting: Setting, rounds: number) => Promise<Row[]>
>;
const { values } = readOptions({
  options: {
    only: { type: 'string', default: Object.keys(parts).join(',') },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string', default: 'Infinity' },
    demo: { type: 'string', default: process.env.REACT_ADMIN_DEMO ?? '' },
  },
});
const chosen = readOnly(values.only, parts);

execFileSync(process.execPath, ['scripts/run.mjs', 'vite', 'build', '--logLevel', 'warn'], {
  stdio: 'inherit',
});
const ours = await startOurs();
const rivals: Site[] = [];
const missing: Record<string, string> = {};
const starts: Record<string, () => Promise<Site>> = {
  'react-admin': () => startPlain(ours),
  [DEMO]: async () => {
    if (!values.demo) throw new Error('no --demo FOLDER was given');
    return startDemo(values.demo);
  },
  AdminJS: () => startAdminjs(ours),
};
for (const [name, start] of Object.entries(starts)) {
  try {
    rivals.push(await start());
  } catch (error) {
    missing[name] = 'not there';
    console.error(`${name} is not there: ${error instanceof Error ? error.message : error}`);
  }
}
const browser = await launch();
const close = async () => {
  await browser.close();
  for (const site of [...rivals, ours]) await site.close();
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => close().finally(() => process.exit(130)));
const rows: Row[] = [];
let hasFailed = false;
for (const name of chosen) {
  console.error(`${name} ...`);
  const found = await parts[name](
    { browser, ours, rivals, pages: Number(values.pages) },
    Number(values.rounds),
  ).catch((error: Error) => {
    console.error(`${name} failed: ${error.stack}`);
    hasFailed = true;
    return [];
  });
  const isCompared = found.some((row) => rivals.some((rival) => row.rivals[rival.name]));
  rows.push(...found.map((row) => (isCompared ? { ...row, missing } : row)));
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Chromium ${browser.version()}; ${CONDITIONS}; medians of ${values.rounds}\n`,
);
console.log(tableOf(rows, ours.name));
await close();
process.exit(hasFailed || rows.some((row) => isWithin(row) === false) ? 1 : 0);
