import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRETS } from '../../server/secretFiles.ts';
import { SECRET_COLUMNS } from '../../server/services/platform/storedSecrets.ts';

const page = readFileSync('docs/evidence/security.md', 'utf8');
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
const section = page.slice(page.indexOf('\n## Secrets\n'), page.indexOf('\n## Data\n'));

test('each variable that may be a file is on the list of secrets', () => {
  const list = section.slice(0, section.indexOf('\n| secret'));
  expect(
    named(list, /`([A-Z]\w+)`/g)
      .filter((name) => name !== '_FILE')
      .sort(),
  ).toEqual([...SECRETS].sort());
});

test('each table with encrypted secrets is named', () => {
  const encrypted = section.split('\n').filter((line) => line.includes('AES-256-GCM'));
  const tables = new Set(SECRET_COLUMNS.map(({ table }) => table));
  expect(new Set(named(encrypted.join('\n'), /`([a-z]\w+)`/g))).toEqual(tables);
});

test('the sum of the requirements is what their rows say', () => {
  const results = named(page, /^\| \d+\.\d+\.\d+ +\|[^|]*\|[^|]*\| *\**([^|*]+?)\** *\|/gm);
  const count = (result: string) => results.filter((one) => one === result).length;
  // Two whole chapters are one sentence each: `WebRTC (7): n/a, none.`
  const chapters = named(page, /\((\d+)(?: of levels 1 and 2)?\): n\/a/g).map(Number);
  const notApplicable = chapters.reduce((sum, one) => sum + one, count('n/a'));
  const all = results.length + notApplicable - count('n/a');
  expect(page).toContain(
    `${count('met')} met, ${count('partly')} partly, 0 not met, ${count('deployment')} left to the deployment, ${notApplicable} not applicable, of ${all}.`,
  );
  expect(results.filter((one) => !['met', 'partly', 'deployment', 'n/a'].includes(one ?? ''))).toEqual([]);
});
