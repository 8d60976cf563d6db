import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  modules: { source: string }[];
}

describe('the borders between the rooms', () => {
  const output = execFileSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      'schema',
      'src',
      'server',
      'tests',
      '--output-type',
      'json',
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary, modules } = JSON.parse(output) as Cruise;

  // A cruiser that cannot read TypeScript finds nothing, and nothing wrong.
  test('were looked at in every room', () => {
    const count = (room: string) => modules.filter((module) => module.source.startsWith(`${room}/`)).length;
    expect(count('schema')).toBeGreaterThanOrEqual(15);
    expect(count('src')).toBeGreaterThanOrEqual(80);
    expect(count('server')).toBeGreaterThanOrEqual(60);
    expect(summary.totalCruised).toBeGreaterThan(200);
  });

  test('are respected', () =>
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]));
});
