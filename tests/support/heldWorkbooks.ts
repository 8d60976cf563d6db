import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalSheet } from '../../server/services/sheets/sheets.ts';
import { xlsx } from './xlsx.ts';

/** Workbooks that are read at the same time, and that wait. */
const AT_ONCE = 2;
const WAITING = 10;

/** Takes all places of those that read workbooks in this process. Returns what gives them back. */
export async function holdWorkbooks(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bulk-sms-workbooks-'));
  const path = join(folder, 'book');
  // A small one is read to its end at once.
  await writeFile(path, xlsx([['phone'], ...Array.from({ length: 12_000 }, (_, i) => [i])]));
  const open = (count: number) => Array.from({ length: count }, () => openLocalSheet(path, 'xlsx'));
  const read = await Promise.all(open(AT_ONCE));
  const waiting = open(WAITING);
  return async () => {
    await Promise.all([...read, ...waiting].map(async (sheet) => (await sheet).close()));
    await rm(folder, { recursive: true });
  };
}
