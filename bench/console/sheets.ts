import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../server/table.ts';
import { newPerson, openTab, type Tab } from './browser.ts';
import { built } from './built.ts';
import { signedIn } from './person.ts';
import { serve } from './serve.ts';
import type { Setting } from './setting.ts';

const ROWS = 1_000_000;
const RIVAL = 'papaparse and libphonenumber-js';

/**
 * Typical names and numbers: half with the country code, some with spaces; one in a hundred is invalid, and one in fifty is
 * a duplicate.
 */
export function sheetOf(rows: number): string {
  const lines = ['name,phone'];
  for (let i = 0; i < rows; i++) {
    const n = i % 50 === 49 ? i - 1 : i;
    const local = `${n % 2 ? '984' : '980'}${String(n).padStart(7, '0')}`;
    const phone =
      i % 100 === 50
        ? 'not known'
        : i % 4 === 1
          ? `+977 ${local}`
          : i % 4 === 3
            ? `${local.slice(0, 3)}-${local.slice(3)}`
            : local;
    lines.push(`Person ${i},${phone}`);
  }
  return lines.join('\n');
}

/** Measures the longest block of the page's thread, from the call until `benchAway` is read. */
const AWAY = `(() => {
  let last = performance.now();
  window.benchAway = 0;
  const tick = () => {
    const now = performance.now();
    window.benchAway = Math.max(window.benchAway, now - last);
    last = now;
    setTimeout(tick);
  };
  tick();
})();`;

interface Reading {
  seconds: number;
  awayMs: number;
}

async function read(tab: Tab, file: string, done: string): Promise<Reading> {
  await tab.quiet();
  await tab.watch('read', done);
  await tab.value(AWAY);
  await tab.page.locator('input[type=file]').first().setInputFiles(file);
  const seconds = ((await tab.moment('read')) - tab.pressed()) / 1000;
  return { seconds, awayMs: await tab.value('window.benchAway') };
}

/** A million rows chosen in the contact import, until their counts appear; the rival counts in a worker too. */
export async function sheets({ browser, ours }: Setting, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sheet-'));
  const file = join(folder, 'million.csv');
  writeFileSync(file, sheetOf(ROWS));
  const rival = await serve(await built('papaparse'));
  const size = Math.round(statSync(file).size / 1_000_000);
  const time: Row = {
    ...{
      what: `${ROWS.toLocaleString('en')} rows of CSV (${size} MB) read, normalised, checked, de-duplicated`,
    },
    ...{ unit: 's', better: 'less', ours: [], rivals: { [RIVAL]: [] } },
    ...{ budget: '0.35 × that', factor: 1 / 0.35 },
  };
  const away: Row = {
    ...{
      what: 'the page does not answer meanwhile, at most',
      unit: 'ms',
      better: 'less',
      ours: [],
      rivals: { [RIVAL]: [] },
    },
    ...{ budget: '50 ms', limit: 50 },
  };
  const context = await newPerson(browser);
  await signedIn(context, ours);
  for (let round = 0; round < rounds; round++) {
    const mine = await openTab(context);
    await mine.page.goto(`${ours.server.url}/contact/imports/create`);
    await mine.page.locator('input[type=file]').waitFor({ state: 'attached' });
    await mine.slow();
    const own = await read(mine, file, `() => document.querySelectorAll('dl.sheet-counts dd').length > 3`);
    const shown = await mine.page.locator('dl.sheet-counts dd').allInnerTexts();
    await mine.page.close();

    const other = await openTab(context);
    await other.page.goto(rival.url);
    await other.slow();
    const theirs = await read(other, file, `() => document.querySelector('output').value`);
    const { rows, good, bad, duplicates } = JSON.parse(
      await other.value<string>("document.querySelector('output').value"),
    );
    await other.page.close();

    const counts = [rows, good, bad, duplicates].map((count: number) => count.toLocaleString('en-IN'));
    if (shown.join() !== counts.join()) {
      throw new Error(`The counts differ: ${shown.join(' ')} here, ${counts.join(' ')} there.`);
    }
    time.ours.push(own.seconds);
    time.rivals[RIVAL]?.push(theirs.seconds);
    away.ours.push(own.awayMs);
    away.rivals[RIVAL]?.push(theirs.awayMs);
  }
  await context.close();
  await rival.close();
  rmSync(folder, { recursive: true });
  return [time, away];
}
