import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const lines = read('CHANGELOG.md').split('\n');
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** The headings of a level, with the number of their line. */
const headings = (level: string) =>
  lines.flatMap((line, at) =>
    line.startsWith(`${level} `) ? [{ text: line.slice(level.length + 1), at }] : [],
  );

test('the changelog has what comes next on top, and then every release with its day, newest first', () => {
  const [next, ...releases] = headings('##').map(({ text }) => text);
  expect(next).toBe('[Unreleased]');
  const days = releases.map((text) => /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/.exec(text)?.[1] ?? text);
  for (const day of days) expect(new Date(day).toJSON()?.slice(0, 10)).toBe(day);
  expect(days).toEqual(days.toSorted().reverse());
});

test('every entry is in a group of Keep a Changelog', () => {
  const [first] = headings('##');
  const groups = headings('###');
  for (const { text } of groups) expect(GROUPS).toContain(text);
  const starts = [...headings('##'), ...groups].sort((a, b) => a.at - b.at);
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('- ')) continue;
    const heading = starts.findLast((start) => start.at < at);
    expect([line, GROUPS.includes(heading?.text ?? '')]).toEqual([line, true]);
  }
  expect(groups.length).toBeGreaterThan(3);
  expect(first?.at).toBeLessThan(groups[0]?.at ?? 0);
});

test('the newest release is the version of package.json and of the lock file', () => {
  const newest = /^## \[(\d+\.\d+\.\d+)\]/m.exec(read('CHANGELOG.md'))?.[1];
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: { '': { version: string } };
  };
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect([version, lock.version, lock.packages[''].version]).toEqual([newest, newest, newest]);
});
