/**
 * `npm run image [-- --out FOLDER] [--try]`: the image of deploy/Dockerfile, with the first of Docker, Podman and Buildah
 * that works here; otherwise, as root on Debian, from Debian's packages (mmdebstrap) as an OCI archive, with its bill of
 * materials beside it. `--try` starts the server in the archive's folders as the container would, and asks for its health.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeApp, makeBase } from './image/debian.mjs';
import { configOf } from './image/dockerfile.ts';
import { writeImage } from './image/oci.ts';
import { billOf } from './image/sbom.ts';
import { tryImage } from './image/tryImage.mjs';
import { readOptions } from './options/readOptions.mjs';

/** Bytes of the layers as a registry sends them. */
const MOST = 150_000_000;
const root = resolve(import.meta.dirname, '..');
const { values } = readOptions({
  options: {
    out: { type: 'string', default: join(root, 'image') },
    try: { type: 'boolean', default: false },
  },
});
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
const commit = git('rev-parse', 'HEAD');
const name = `bulk-sms-console:${version}`;
const works = (program, ...args) =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

// Without it these two write OCI's format, which has no HEALTHCHECK.
const format = ['--format', 'docker'];
const builder = [
  ['docker', 'build', []],
  ['podman', 'build', format],
  ['buildah', 'bud', format],
].find(([program]) => works(program, 'info'));
if (builder && !values.try) {
  const [program, verb, options] = builder;
  const args = [
    verb,
    ...options,
    '-f',
    'deploy/Dockerfile',
    '--build-arg',
    `SOURCE_COMMIT=${commit}`,
    '--build-arg',
    `VERSION=${version}`,
    '-t',
    name,
    '.',
  ];
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
  process.exit(0);
}
if (!works('mmdebstrap', '--version') || process.getuid() !== 0) {
  console.error(
    'It needs Docker, Podman or Buildah; or, as root on Debian: apt-get install mmdebstrap binutils.',
  );
  process.exit(1);
}

if (!existsSync(join(root, 'dist/index.html')))
  execFileSync('vite', ['build'], { cwd: root, stdio: 'inherit' });
const work = mkdtempSync(join(tmpdir(), 'image-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const [base, app] = [join(work, 'base'), join(work, 'app')];
const debian = makeBase(base, process.execPath);
makeApp(app, root);
mkdirSync(values.out, { recursive: true });
const file = join(values.out, `bulk-sms-console-${version}.oci.tar`);
const config = configOf(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'), {
  SOURCE_COMMIT: commit,
  VERSION: version,
});
const seconds = Number(git('log', '-1', '--format=%ct')) || 0;
const { bytes, digest } = await writeImage({ layers: [base, app], config, name, seconds, file });
const bill = billOf({ root, version, debian });
writeFileSync(file.replace(/\.oci\.tar$/, '.cdx.json'), JSON.stringify(bill, null, 2));
console.log(
  `${file}: ${digest}, ${(bytes / 1e6).toFixed(1)} MB as a registry sends it, ${(statSync(file).size / 1e6).toFixed(1)} MB on disk`,
);
if (bytes > MOST) {
  console.error(`The image is larger than ${MOST / 1e6} MB.`);
  process.exitCode = 1;
}
if (values.try) {
  await tryImage({ layers: [base, app], config, work });
  console.log('It starts, is ready, runs as its user, and cannot write to its own files.');
}
