import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
