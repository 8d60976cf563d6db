import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  fsync,
  mkdirSync,
  readdirSync,
  readFileSync as readFile,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openJournal } from '../../../server/services/sending/journal/journal.ts';
import { type Journals, openJournals } from '../../../server/services/sending/journal/journals.ts';
import { bootId } from '../../../server/services/sending/journal/owner.ts';
import { RecordWriter, readRecords } from '../../../server/services/sending/journal/records.ts';
import { compileCache } from '../../support/compileCache.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { soon } from '../../support/soon.ts';

const IDENTITY = '00000001/77 5 1795600000';
const CAMPAIGN = '0199c0de-0000-7000-8000-000000000001';
const message = (n: number, hand = 1) => ({ hand, campaign: CAMPAIGN, phone: `+97798410000${10 + n}` });

let journals: Journals[] = [];
afterEach(async () => {
  await Promise.all(journals.map((one) => one.close()));
  journals = [];
});
async function open(folder: string, onError: (error: unknown) => void = (error) => expect(error).toBeNull()) {
  const one = await openJournals({ folder, process: 'reader', onError });
  journals.push(one);
  return one;
}

/** A process that keeps a journal as told, and is then killed. */
async function killed(
  folder: string,
  work: string,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const script = `
    import { openJournals } from ${JSON.stringify(join(import.meta.dirname, '../../../server/services/sending/journal/journals.ts'))};
    const journals = await openJournals({ folder: ${JSON.stringify(folder)}, process: 'writer', onError: console.error });
    const journal = journals.open(5, ${JSON.stringify(IDENTITY)});
    const message = (n, hand = 1) => ({ hand, campaign: ${JSON.stringify(CAMPAIGN)}, phone: '+97798410000' + (10 + n) });
    ${work}
    // What is told in a turn is written at its end.
    setImmediate(() => setImmediate(() => console.log('ready')));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    await before();
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

describe('after a kill', () => {
  test('another process of the host reads what was claimed, begun, answered and recorded', async () => {
    const folder = join(temporaryFolder('journal-'), 'journal');
    const reader = await open(folder);
    await killed(
      folder,
      `const claim = journal.claimed('ntc', [message(0), message(1), message(2)]);
       journal.begun(claim, 0); journal.begun(claim, 1);
       journal.answered(claim, 0, { kind: 'submitted', ids: ['x'] });
       journal.recorded(claim);
       const other = journal.claimed('ntc', [message(3, 2)]);
       journal.begun(other, 0);
       journal.answered(other, 0, { kind: 'submitted', ids: ['y'] });
       journal.recorded(other);
       journal.claimed('ntc', [message(8)]);
       journal.flush();
       const last = journal.claimed('ntc', [message(9)]);
       journal.answered(last, 0, { kind: 'submitted', ids: ['z'] });`,
      async () => {
        // While it lives nothing that it does not tell of is taken for unsent.
        expect(await reader.find(5, IDENTITY)).toMatchObject({ isGone: false, isWhole: false });
      },
    );
    const found = await reader.find(5, IDENTITY);
    expect(found).toMatchObject({ isGone: true, isWhole: true, isFromStart: true, header: { worker: 5 } });
    expect(found?.entries).toMatchObject([
      { ...message(0), isBegun: true, answer: { kind: 'submitted', ids: ['x'] }, isRecorded: false },
      { ...message(1), isBegun: true, answer: null },
      { ...message(2), isBegun: false },
      { ...message(3, 2), isBegun: true, isRecorded: true },
      { ...message(8), isBegun: false },
      // Told at the end of its turn.
      { ...message(9), answer: { kind: 'submitted', ids: ['z'] } },
    ]);
    expect(await reader.find(6, IDENTITY)).toBeNull();
    // After a restart of PostgreSQL it is the same cluster; another one has other hands.
    expect(await reader.find(5, '00000001/77 5 1795600999')).not.toBeNull();
    expect(await reader.find(5, '00000002/77 5 1795600000')).toBeNull();
    found?.remove();
    expect(readdirSync(folder).filter((name) => !name.endsWith('.sock'))).toEqual([]);
  });

  test('is read after it is certain that its process is gone', async () => {
    const folder = join(temporaryFolder('journal-'), 'journal');
    const reader = await open(folder);
    await killed(folder, `journal.claimed('ntc', [message(0)]); journal.flush();`);
    const found = reader.find(5, IDENTITY);
    // As if it had still lived when it was asked for.
    const records = new RecordWriter();
    records.begun(0);
    const name = readdirSync(folder).find((one) => one.endsWith('-5.1')) as string;
    appendFileSync(join(folder, name), records.take());
    expect((await found)?.entries).toMatchObject([{ isBegun: true }]);
  });

  test('a path too long for a socket does not keep one from living', async () => {
    const folder = join(temporaryFolder('journal-'), 'a'.repeat(120), 'journal');
    const reader = await open(folder);
    await killed(folder, `journal.claimed('ntc', [message(0)]); journal.flush();`, async () => {
      expect(await reader.find(5, IDENTITY)).toMatchObject({ isGone: false });
    });
    expect(await reader.find(5, IDENTITY)).toMatchObject({ isGone: true, isWhole: true });
  });

  test('a copy, and a folder whose sockets are gone, prove nothing', async () => {
    const folder = join(temporaryFolder('journal-'), 'journal');
    const reader = await open(folder);
    await killed(folder, `journal.claimed('ntc', [message(0)]); journal.flush();`);
    const name = readdirSync(folder).find((one) => one.endsWith('-5.1')) as string;
    const path = join(folder, name);
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    expect(await reader.find(5, IDENTITY)).toMatchObject({ isGone: true, isWhole: false });
    const other = await open(join(temporaryFolder('journal-'), 'journal'));
    expect(await other.left()).toEqual([]);
    const elsewhere = temporaryFolder('journal-');
    copyFileSync(path, join(elsewhere, name));
    const restored = await open(elsewhere);
    expect(await restored.left()).toMatchObject([{ isGone: false, isWhole: false }]);
  });

  test('what was written before the host started anew may be missing: only answers count', async () => {
    const folder = join(temporaryFolder('journal-'), 'journal');
    mkdirSync(folder);
    const host = hostname();
    const header = {
      version: 1 as const,
      worker: 5,
      identity: IDENTITY,
      process: 'p',
      socket: 'none.sock',
      pid: 1,
    };
    const keep = (name: string, more: { host: string; boot: string | null }) =>
      openJournal({ folder, name }, { ...header, ...more }, () => {});
    keep('0123456789ab-5', { host, boot: 'earlier' });
    keep('0123456789ac-6', { host: 'another', boot: 'earlier' });
    const found = await (await open(folder)).left();
    const isKnown = bootId() !== null;
    expect(found.map(({ isGone, isWhole }) => [isGone, isWhole])).toEqual([
      [isKnown, false],
      [false, false],
    ]);
  });
});

test.skipIf(bootId() === null)(
  "systemd's id of the kernel's start is the kernel's own, where /proc is closed",
  () => {
    const own = bootId() as string;
    expect(bootId(own.replaceAll('-', ''), '/proc/closed')).toBe(own);
    expect(bootId(undefined, '/proc/closed')).toBeNull();
    // What is given counts for nothing where the kernel tells.
    expect(bootId('0'.repeat(32))).toBe(own);
  },
);

describe('a file', () => {
  const header = { ...{ version: 1 as const, worker: 5, identity: IDENTITY, process: 'p' } };
  const owner = { host: 'h', pid: 1, boot: null };

  test('that is large enough is replaced by one with the messages in progress, and one older file is kept', () => {
    const folder = temporaryFolder('journal-');
    const journal = openJournal(
      { folder, name: 'j' },
      { ...header, ...owner },
      (error) => expect(error).toBeNull(),
      2000,
    );
    const first = journal.claimed('ntc', [message(0)]);
    journal.begun(first, 0);
    for (let n = 0; n < 200; n++) {
      const claim = journal.claimed('ntc', [message(1, n + 2)]);
      journal.begun(claim, 0);
      journal.answered(claim, 0, { kind: 'submitted', ids: [`${n}`] });
      journal.flush();
      journal.recorded(claim);
    }
    journal.flush();
    const names = readdirSync(folder).toSorted();
    expect(names).toHaveLength(2);
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThan(3000);
    const newest = readRecords(readFile(join(folder, names.at(-1) as string)));
    expect(newest?.entries.get(first.first)).toMatchObject({ ...message(0), isBegun: true });
    journal.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('is closed when another one replaces it', async () => {
    const folder = temporaryFolder('journal-');
    const onError = (error: unknown) => expect(error).toBeNull();
    const journal = openJournal({ folder, name: 'j' }, { ...header, ...owner }, onError, 100);
    const opened = () =>
      readdirSync('/proc/self/fd').filter((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
        } catch {
          return false; // of the list itself
        }
      });
    for (let n = 0; n < 10; n++) {
      journal.claimed('ntc', [message(n)]);
      journal.flush();
      // Before the next one, it is brought to the disk.
      await new Promise((resolve) => fsync(Number(opened()[0]), resolve));
    }
    await soon(() => expect(opened()).toHaveLength(1));
    journal.close();
    await soon(() => expect(opened()).toEqual([]));
  });

  test('that cannot be written is removed, so that no sent message looks unsent', async () => {
    const folder = temporaryFolder('journal-');
    const onError = vi.fn();
    const journal = openJournal({ folder, name: 'j' }, { ...header, ...owner }, onError, 500);
    const claim = journal.claimed(
      'ntc',
      Array.from({ length: 30 }, (_, n) => message(n)),
    );
    // The next file cannot be begun.
    mkdirSync(join(folder, 'j.2.new'));
    journal.begun(claim, 0);
    journal.flush();
    for (let n = 0; n < 100; n++) journal.begun(claim, 0);
    journal.flush();
    expect(onError).toHaveBeenCalledOnce();
    expect(readdirSync(folder)).toEqual(['j.2.new']);
    // It goes on without, and nothing fails.
    journal.answered(claim, 0, { kind: 'submitted', ids: ['x'] });
    journal.flush();
    journal.close();
  });
});

test('a folder that cannot be created is reported, and nothing is stored', async () => {
  const place = temporaryFolder('journal-');
  writeFileSync(join(place, 'journal'), '');
  const onError = vi.fn();
  const none = await open(join(place, 'journal'), onError);
  expect(onError).toHaveBeenCalledOnce();
  const journal = none.open(1, IDENTITY);
  journal.claimed('ntc', [message(0)]);
  journal.flush();
  expect(await none.left()).toEqual([]);
});
