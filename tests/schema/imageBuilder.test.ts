import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAMS = ['docker', 'podman', 'buildah'];

/** What `npm run image` asks of a builder, on a machine where it is the only one that works. */
function askedOf(builder: string): string {
  const folder = temporaryFolder('builder-');
  const log = join(folder, 'asked');
  for (const name of PROGRAMS) {
    const lines = name === builder ? `[ "$1" = info ] || echo "$@" > ${log}` : 'exit 1';
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  }
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/image.mjs'], {
    ...{ cwd: ROOT, env, encoding: 'utf8' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(log, 'utf8');
}

test.each(PROGRAMS)('the image is built with %s where only that works', (builder) => {
  expect(askedOf(builder)).toMatch(/^(build|bud) .*-f deploy\/Dockerfile .*-t bulk-sms-console:[\d.]+ \.\n$/);
});

// Their own format has no HEALTHCHECK: they warn, and leave it out.
test('Podman and Buildah write the format that keeps the health check; Docker has no other', () => {
  const kept = PROGRAMS.filter((builder) => askedOf(builder).includes(' --format docker '));
  expect(kept).toEqual(['podman', 'buildah']);
});
