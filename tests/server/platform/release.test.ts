import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { readRelease } from '../../../server/services/platform/release.ts';
import { createTestApp } from '../../support/app.ts';
import { temporaryFolder } from '../../support/folder.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** A folder with a package.json of version 9.8.7. */
function folder(path = temporaryFolder('release-')): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), '{"version":"9.8.7"}');
  return path;
}

const git = (path: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
    cwd: path,
    encoding: 'utf8',
  });

/** Makes a repository of a folder and answers its one commit. */
function commit(path: string): string {
  git(path, 'init', '--quiet');
  git(path, 'add', '.');
  git(path, 'commit', '--quiet', '--no-gpg-sign', '--allow-empty', '-m', 'one');
  return git(path, 'rev-parse', 'HEAD').trim();
}

describe('the release', () => {
  test('is what the build noted, before what is checked out', () => {
    const path = folder();
    const head = commit(path);
    expect(readRelease(undefined, path)).toEqual({ version: '9.8.7', commit: head });
    expect(readRelease('', path)).toEqual({ version: '9.8.7', commit: head });
    expect(readRelease(COMMIT, path)).toEqual({ version: '9.8.7', commit: COMMIT });
  });

  test('is of the commit that the process began with, whatever is checked out under it', () => {
    const path = folder();
    const head = commit(path);
    expect(readRelease(undefined, path).commit).toBe(head);
    expect(commit(path)).not.toBe(head);
    expect(readRelease(undefined, path).commit).toBe(head);
  });

  test('needs no git, which may be missing or refuse the folder of another user', () => {
    const path = folder();
    const head = commit(path);
    const copies = ['packed', 'detached', 'worktree'].map((name) => join(temporaryFolder('copy-'), name));
    const [packed = '', detached = '', worktree = ''] = copies;
    for (const copy of [packed, detached]) git(path, 'clone', '--quiet', path, copy);
    git(packed, 'pack-refs', '--all');
    git(detached, 'checkout', '--quiet', '--detach');
    git(path, 'worktree', 'add', '--quiet', '-b', 'other', worktree);
    const { PATH } = process.env;
    process.env.PATH = '';
    try {
      for (const copy of [path, ...copies]) expect(readRelease(undefined, copy).commit).toBe(head);
    } finally {
      process.env.PATH = PATH;
    }
  });

  test('has no commit in a folder that is no checkout, be it inside another', () => {
    const outer = folder();
    commit(outer);
    expect(readRelease(undefined, folder(join(outer, 'inner')))).toEqual({ version: '9.8.7', commit: null });
  });
});

test('GET /healthz tells version and commit to anybody, and the OpenAPI document says so', async () => {
  const world = await createTestApp();
  const config = { ...world.deps.config, SOURCE_COMMIT: COMMIT };
  for (const what of ['all', 'health'] as const) {
    const app = await buildApp({ ...world.deps, config }, undefined, what);
    const { version } = readRelease();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok', version, commit: COMMIT });
    if (what === 'all') {
      const { paths } = (await app.inject('/v1/openapi.json')).json();
      const { properties } = paths['/healthz'].get.responses['200'].content['application/json'].schema;
      expect(Object.keys(properties)).toEqual(['status', 'version', 'commit']);
    }
    await app.close();
  }
  await world.close();
});

test('SOURCE_COMMIT is a whole commit, and empty is none', () => {
  expect(readConfig({ SOURCE_COMMIT: COMMIT }).SOURCE_COMMIT).toBe(COMMIT);
  expect(readConfig({ SOURCE_COMMIT: '' }).SOURCE_COMMIT).toBe('');
  expect(() => readConfig({ SOURCE_COMMIT: 'main' })).toThrow('SOURCE_COMMIT: 40 hex digits');
});
