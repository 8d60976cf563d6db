import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/folder.ts';

const root = resolve(import.meta.dirname, '../..');
interface Step {
  name?: string;
  run?: string;
}
const stepsOf = (workflow: string): Step[] => {
  const text = readFileSync(join(root, `.github/workflows/${workflow}.yml`), 'utf8');
  const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps);
};
const scriptWith = (workflow: string, part: string): string => {
  const found = stepsOf(workflow).filter(({ run }) => run?.includes(part));
  expect(found).toHaveLength(1);
  return found[0]?.run ?? '';
};
/** Runs a step as GitHub does. */
const run = (script: string, cwd: string, env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    ...{ cwd, encoding: 'utf8', env: { ...process.env, ...env } },
  });
  return { status, said: stdout + stderr };
};

/** A folder with an `npm` that says `text` and ends with `status`. */
function withNpm(text: string, status = 0): { folder: string; PATH: string } {
  const folder = temporaryFolder('workflow-');
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nmkdir -p node_modules\necho '${text}'\nexit ${status}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return { folder, PATH: `${folder}${delimiter}${process.env.PATH}` };
}

test('npm ci without a warning passes; one warning, or a failure, fails with its log', () => {
  const script = scriptWith('ci', 'npm ci > ci.log');
  const quiet = withNpm('added 800 packages');
  expect(run(script, quiet.folder, { PATH: quiet.PATH })).toMatchObject({ status: 0 });
  const warns = withNpm('npm warn EBADENGINE Unsupported engine');
  const warned = run(script, warns.folder, { PATH: warns.PATH });
  expect(warned.status).not.toBe(0);
  expect(warned.said).toContain('npm must not warn');
  const fails = withNpm('npm error ERESOLVE', 1);
  const failed = run(script, fails.folder, { PATH: fails.PATH });
  expect(failed.status).not.toBe(0);
  expect(failed.said).toContain('ERESOLVE');
});

test('a release whose tag is not the version, or not in the changelog, says so', () => {
  const script = scriptWith('release', 'package.json").version');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(run(script, root, { GITHUB_REF_NAME: `v${version}` })).toEqual({ status: 0, said: '' });
  const other = run(script, root, { GITHUB_REF_NAME: 'v99.0.0' });
  expect(other.status).not.toBe(0);
  expect(other.said).toContain(`The tag is v99.0.0, but package.json has ${version}`);
  const folder = temporaryFolder('workflow-');
  writeFileSync(join(folder, 'package.json'), '{"version":"1.0.0"}');
  writeFileSync(join(folder, 'CHANGELOG.md'), '## [Unreleased]\n');
  const unwritten = run(script, folder, { GITHUB_REF_NAME: 'v1.0.0' });
  expect(unwritten.status).not.toBe(0);
  expect(unwritten.said).toContain('CHANGELOG.md has no heading "## [1.0.0] - DATE"');
});

test('no step negates a command before its last one: bash -e goes on after it', () => {
  const ignored = ['ci', 'release']
    .flatMap(stepsOf)
    .flatMap(({ run = '' }) => run.trim().split('\n'))
    .filter((line) => /^\s*! /.test(line));
  expect(ignored).toEqual([]);
});
