import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DatabaseMoved,
  isSameCluster,
  markOf,
  requireSameDatabase,
  withoutMark,
} from '../../../server/services/sending/failover/identity.ts';
import {
  forgetfulDatabase,
  openLastDatabase,
} from '../../../server/services/sending/failover/lastDatabase.ts';
import { temporaryFolder } from '../../support/folder.ts';

const FORMER = '00000009/7412 16384 1764230400.5';
const LATER = '0000000A/7412 16384 1764230500.5';
const never = (error: unknown) => {
  throw error;
};
const place = () => join(temporaryFolder('last-'), 'journal', 'database');

test('a former primary is known by its lower timeline, also after a restart of this process', () => {
  const path = place();
  const first = openLastDatabase(path, never);
  expect(first.laterThan(FORMER)).toBeUndefined();
  first.note(LATER);
  expect(first.laterThan(FORMER)).toBe(LATER);

  const second = openLastDatabase(path, never);
  expect(second.laterThan(FORMER)).toBe(LATER);
  expect(second.laterThan(LATER)).toBeUndefined();
  expect(second.laterThan('0000000B/7412 16384 1764230600')).toBeUndefined();
  second.note(FORMER);
  expect(openLastDatabase(path, never).laterThan(FORMER)).toBeUndefined();
  expect(readdirSync(join(path, '..'))).toEqual(['database']);
});

test.each([
  ['another cluster, or PostgreSQL after pg_upgrade', '00000009/7413 16384 1'],
  ['another database of the cluster', '00000009/7412 16385 1'],
  ['a role that may not read the timeline', '- 16384 1'],
  ['the same one after a restart', '0000000A/7412 16384 1764230999'],
])('%s is no return', (_, identity) => {
  expect(forgetfulDatabase(LATER).laterThan(identity)).toBeUndefined();
});

test.each(['', '- 16384 1', 'half a li', '\0\0\0\0'])('a file with %j tells nothing', (text) => {
  const path = place();
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  expect(openLastDatabase(path, never).laterThan(FORMER)).toBeUndefined();
});

test('a file that can be read but not written is not believed, and sending is not stopped at each start', () => {
  const folder = temporaryFolder('last-');
  // With the ending of a new file the name is too long: rights do not stop root.
  const path = join(folder, 'd'.repeat(250));
  writeFileSync(path, LATER);
  const errors: unknown[] = [];
  const last = openLastDatabase(path, (error) => errors.push(error));
  expect(last.laterThan(FORMER)).toBeUndefined();
  expect(errors).toHaveLength(1);
  expect(readFileSync(path, 'utf8')).toBe(LATER);
  // It still remembers while it runs.
  last.note(LATER);
  expect(last.laterThan(FORMER)).toBe(LATER);
});

test('a folder that cannot be created stops nothing', () => {
  const folder = temporaryFolder('last-');
  writeFileSync(join(folder, 'journal'), '');
  const errors: unknown[] = [];
  const last = openLastDatabase(join(folder, 'journal', 'database'), (error) => errors.push(error));
  expect(errors).toHaveLength(1);
  last.note(LATER);
  expect(last.laterThan(FORMER)).toBe(LATER);
});

test('a file that cannot be replaced is said once, and nothing is left beside it', () => {
  const path = place();
  const errors: unknown[] = [];
  const last = openLastDatabase(path, (error) => errors.push(error));
  mkdirSync(path, { recursive: true });
  last.note(LATER);
  last.note(LATER);
  expect(errors).toHaveLength(1);
  expect(readdirSync(join(path, '..'))).toEqual(['database']);
});

describe('marks', () => {
  const first = { marked: 1_764_230_500_000_001 };
  const second = { marked: first.marked + 5_000_000 };
  const RESTARTED = LATER.replace('.5', '.9');
  /** Of a worker that has noted the second mark and ended. */
  const remembered = (identity = LATER) => {
    const path = place();
    openLastDatabase(path, never).note(identity, second.marked);
    return openLastDatabase(path, never);
  };

  test.each([
    ['a backup restored in place', LATER],
    ['a disk put back to a snapshot, and PostgreSQL started on it', RESTARTED],
  ])('a database without the newest one has gone back: %s', (_, identity) => {
    const last = remembered();
    const later = last.laterThan(identity, first) as string;
    expect(markOf(later)).toBe(second.marked);
    expect(withoutMark(later)).toBe(LATER);
    expect(last.laterThan(identity, { marked: null })).toBe(later);
    // It counts as another cluster, and a claim in it is refused, though PostgreSQL has not been restarted.
    expect([isSameCluster(later, identity), isSameCluster(LATER, later)]).toEqual([false, false]);
    const start = identity.slice(identity.indexOf(' ') + 1);
    expect(() => requireSameDatabase({ start, agreed: later }, undefined)).toThrow(DatabaseMoved);
    expect(() => requireSameDatabase({ start, agreed: null }, later)).toThrow(DatabaseMoved);
  });

  test('one that is newer was written before a crash that the file did not survive', () => {
    const last = remembered();
    expect(last.laterThan(LATER, second)).toBeUndefined();
    expect(last.laterThan(RESTARTED, { marked: second.marked + 1 })).toBeUndefined();
  });

  test('of another cluster say nothing: a failover may lose the last ones, and is compared as such', () => {
    const promoted = '0000000B/7412 16384 1764230600';
    const last = remembered();
    expect(last.laterThan(promoted, first)).toBeUndefined();
    last.note(promoted);
    expect(last.laterThan(promoted, first)).toBeUndefined();
  });

  test('are compared by a role that may not read the cluster, unless the database was restarted', () => {
    const last = remembered('- 16384 1.5');
    expect(last.laterThan('- 16384 1.5', first)).toBe(`- 16384@${second.marked} 1.5`);
    expect(last.laterThan('- 16384 2.5', first)).toBeUndefined();
  });

  test('of one folder have one trace, also of two processes, and of another folder another', () => {
    const path = place();
    openLastDatabase(path, never).note(LATER, second.marked);
    const [one, two] = [openLastDatabase(path, never), openLastDatabase(path, never)];
    expect(one.trace).toBe(two.trace);
    expect(remembered().trace).not.toBe(one.trace);
    // The earlier of both may write last.
    one.note(LATER, first.marked);
    expect(openLastDatabase(path, never).laterThan(LATER, second)).toBeUndefined();
  });

  test('lost with the folder, or unreadable, say nothing', () => {
    expect(openLastDatabase(place(), never).laterThan(LATER, { marked: null })).toBeUndefined();
    const path = place();
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `${LATER}\nhalf a mar`);
    expect(openLastDatabase(path, never).laterThan(LATER, { marked: null })).toBeUndefined();
  });
});
