/** The image's folders from Debian's packages, where no base image can be pulled. Needs mmdebstrap, tar and root. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiedBy } from './dockerfile.ts';

/** What Node needs: no shell, no package manager. Its certificates and time zones are its own. */
const PACKAGES = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6'];
const SUITE = 'bookworm';
/** Read by npm, and of no use afterwards. */
const FOR_INSTALLING = ['package-lock.json', '.npmrc'];
/** The user `node` of Docker's image. */
const USER = 1000;

const run = (program, args, cwd) =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: process.env });

/** Debian and Node. Returns the packages with their versions. */
export function makeBase(folder, node) {
  const list = `${folder}.packages`;
  run('mmdebstrap', [
    ...['--quiet', '--variant=extract', `--include=${PACKAGES.join(',')}`],
    ...[`--extract-hook=ls "$1/var/cache/apt/archives" > ${list}`, SUITE, folder],
  ]);
  for (const path of ['var/lib/apt', 'var/cache/apt', 'usr/share/locale'])
    rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
  cpSync(node, join(folder, 'usr/local/bin/node'));
  run('strip', ['--strip-unneeded', join(folder, 'usr/local/bin/node')]);
  writeFileSync(
    join(folder, 'etc/passwd'),
    `root:x:0:0:root:/root:/sbin/nologin\nnode:x:${USER}:${USER}::/data:/sbin/nologin\n`,
  );
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nnode:x:${USER}:\n`);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  chmodSync(join(folder, 'tmp'), 0o1777);
  const names = readFileSync(list, 'utf8').matchAll(/^([^_]+)_([^_]+)_\w+\.deb$/gm);
  return [...names].map(([, name, version]) => [name, decodeURIComponent(version)]);
}

/** What the Dockerfile puts into the image, the console being built, and its folder for data. */
export function makeApp(folder, root) {
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  for (const path of [...FOR_INSTALLING, 'package.json', 'schema/package.json', 'server/package.json'])
    cpSync(join(root, path), join(app, path));
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  const install = /npm ci --workspace server .*/.exec(dockerfile)[0];
  run('npm', install.split(' ').slice(1), app);
  for (const path of FOR_INSTALLING) rmSync(join(app, path));
  for (const name of copiedBy(dockerfile))
    cpSync(join(root, name), join(app, name), { recursive: true, filter: isOurs });
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o755 });
  chownSync(data, USER, USER);
}

const isOurs = (path) => !/\/node_modules$/.test(path);
