import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/high-availability.md', 'utf8');
const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => text);

test('etcd begins without what its package has started alone', () => {
  const etcd = blocks.find((text) => text.includes('install etcd-server')) ?? '';
  expect(etcd).toMatch(
    /install etcd-server[\s\S]*stop etcd && rm -rf \/var\/lib\/etcd\/default[\s\S]*start etcd/,
  );
});

test('patronictl is told where etcd is, in the file that tells Patroni', () => {
  const calls = blocks.filter((text) => /^(?:alias pc='|systemctl.*&& )?patronictl /m.test(text));
  expect(calls).toHaveLength(2);
  for (const text of calls)
    expect(text).toMatch(/set -a && \. \/etc\/patroni_env\.conf && set \+a[\s\S]*patronictl -c/);
});

test('who backs up signs in to a database that wants passwords from everybody', () => {
  const patroni = readFileSync('deploy/ha/patroni.yml', 'utf8');
  expect(patroni).toContain('- local all all scram-sha-256');
  const backups = blocks.find((text) => text.includes('stanza-create')) ?? '';
  expect(backups).toMatch(/~postgres\/\.pgpass[\s\S]*stanza-create/);
});

const ha = (...args: string[]) =>
  spawnSync(process.execPath, ['tests/ha/main.ts', ...args], { encoding: 'utf8' });

test('the program names its trials, which are those of the page', () => {
  const { status, stdout } = ha('--help');
  expect(status).toBe(0);
  const trials = /^The trials: (.+)$/m.exec(stdout)?.[1]?.split(', ');
  const rows = page.slice(page.indexOf('| trial '), page.indexOf('\nIn every trial:'));
  expect([...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual(trials);
});

test('an option that it does not have is refused in a sentence', () => {
  const { status, stderr } = ha('--olny', 'restore');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Unknown option '--olny'.*\nnpm run ha /)]);
});
