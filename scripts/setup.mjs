/**
 * What every script begins with. Plain JavaScript without a dependency: it runs on the machine's own Node, which
 * may be 20, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchStarter } from './starter.mjs';

/** The repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');
const windows = process.platform === 'win32';

/** Ends the script with one sentence instead of a stack. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

const readJson = (...path) => {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** npm's own record of what it installed, package by package, against the lock file: times would deceive. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const found = readJson('node_modules', '.package-lock.json')?.packages;
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const there = found[path];
    return there ? there.version === version && there.integrity === integrity : optional;
  });
}

/**
 * Runs a program with our stdio, passing signals on. Ends it when the npm that runs this script is gone.
 * Returns its exit code, 128 and the signal's number if it was killed, 127 if it could not be started.
 */
export function execute(command, args, env = process.env) {
  return start(command, args, env).ended;
}

/** execute() that does not wait: `kill` ends the program, `ended` is its exit code to come. */
export function start(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  const forward = (signal) => {
    // The terminal has sent its Ctrl-C to the child too; a second one means "at once" to vitest.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const unwatch = watchStarter(() => child.kill('SIGTERM'));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    unwatch();
    for (const signal of signals) process.off(signal, forward);
  });
  return { kill: () => child.kill('SIGTERM'), ended };
}

/** What scripts and tests keep between runs. */
const cache = join(root, 'node_modules', '.cache', 'bulk-sms-console');
/** Node keeps compiled code here. With it a second start does not compile again, which takes time and memory (docs/evidence/benchmarks.md). */
export const compiled = join(cache, 'compile');

/**
 * Node's options for a server: a process needs about 50 MB less, and sends as fast within 5 % (docs/evidence/benchmarks.md).
 * The units of deploy/systemd and the image have them too.
 */
export const serverOptions = ['--max-semi-space-size=16'];

/** The environment in which our Node and the installed programs come first. */
export function environment(node, more = {}) {
  return {
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
    PATH: [dirname(node), binaries, process.env.PATH].join(delimiter),
    ...more,
  };
}

/** Packages within others may have programs of the same names. */
const OUTERMOST = /^node_modules\/(?:@[^/]+\/)?[^/]+$/;

/**
 * The path of an installed program's JavaScript, for Node to run. What npm puts into .bin on Windows needs a shell, which
 * takes a folder with a space for two words.
 */
export function installed(name) {
  const { packages } = readJson('package-lock.json');
  const own = Object.entries(packages).find(([path, { bin }]) => bin?.[name] && OUTERMOST.test(path));
  if (!own) return fail(`No installed package has the program ${name}.`);
  const [path, { bin }] = own;
  return join(root, path, bin[name]);
}

/** Where the npm package "node" puts its program. */
const nodeIn = (folder) => join(folder, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24;

/** Why the program that the npm package "node" brought does not run here; null if it does. */
function whyNot(node) {
  const { status, error, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? null : error?.message || stderr.split('\n')[0] || `it ended with ${status}`;
}

const failForeign = (reason) =>
  fail(
    `This needs Node 24 and runs on ${process.version}. The Node that the npm package "node" brings does not run here \
(${reason}): on Linux it needs glibc 2.28 or newer, which Alpine Linux does not have. Install Node 24 or newer on this \
machine (Alpine Linux 3.23 or newer: apk add nodejs npm), and start again.`,
  );

/** Runs npm on this Node. Returns its exit code. */
function npm(args, node = process.execPath) {
  const env = environment(node);
  const called = process.env.npm_execpath;
  // The installer of Node for Windows puts it beside Node, and its .cmd would need a shell.
  const beside = windows && join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const cli = called?.endsWith('.js') ? called : beside;
  return cli ? execute(node, [cli, ...args], env) : execute('npm', args, env);
}

/**
 * Installs the locked dependencies. On an older Node npm would warn of every package that asks for a newer one, so the
 * project's own Node is fetched first and npm runs on that. Without it the install is the same.
 */
async function install() {
  // NODE_ENV=production would leave out what builds the console, and Node 24 itself.
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--engine-strict=false',
  ];
  // .npmrc silences npm's warnings, which are of the older Node; on the project's own they mean something.
  const withWarnings = [...args, '--loglevel=notice'];
  if (isNewEnough) return npm(withWarnings);
  const folder = mkdtempSync(join(tmpdir(), 'bulk-sms-console-node-'));
  let reason;
  try {
    const version = readJson('package-lock.json')?.packages['node_modules/node']?.version;
    console.log(`Fetching Node ${version} for the install ...`);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    await npm([
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `node@${version}`,
    ]);
    const fetched = nodeIn(folder);
    if (!existsSync(fetched)) return await npm(args);
    reason = whyNot(fetched);
    if (reason === null) return await npm(withWarnings, fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Installing would take minutes, and nothing could run what is installed.
  return failForeign(reason);
}

/** Installs the locked dependencies if they are not there. Returns the path of the Node to use: 24 or newer. */
export async function setup() {
  if (!isInstalled()) {
    console.log('Installing the locked dependencies (npm ci) ...');
    if ((await install()) !== 0) fail('npm ci failed: its message is above.');
  }
  const ours = nodeIn(root);
  const reason = existsSync(ours) && whyNot(ours);
  if (reason === null) return ours;
  // npm puts this folder before the machine's own Node when it starts our next script.
  if (reason) rmSync(join(binaries, 'node'), { force: true });
  if (isNewEnough) return process.execPath;
  if (reason) return failForeign(reason);
  return fail(
    `This needs Node 24 and runs on ${process.version}. The npm package "node" brings it, but its install script did not run: \
allow install scripts (npm config delete ignore-scripts), remove node_modules and start again, or install Node 24.`,
  );
}

/** Names, sizes and times of everything below `paths`, as one hash. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** What the console is built from, besides the pages beside them. */
export const consoleSources = [
  'src',
  'schema',
  'public',
  'vite.config.ts',
  join('scripts', 'consoleBuild.ts'),
  join('scripts', 'declaredScreens.ts'),
  join('scripts', 'earlyFiles.ts'),
  join('scripts', 'serverRender.ts'),
  'tsconfig.json',
  'package-lock.json',
];

/** Builds the console into dist/ unless that was done from the same sources. Returns vite's exit code. */
export async function buildConsole(node) {
  const pages = readdirSync(root).filter((name) => name.endsWith('.html'));
  const print = fingerprint([...consoleSources, ...pages].map((name) => join(root, name)));
  const stamp = join(cache, 'built-from');
  const dist = join(root, 'dist', 'index.html');
  if (existsSync(dist) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return 0;
  console.log('Building the console (vite build) ...');
  const args = [installed('vite'), 'build', '--logLevel', 'warn'];
  const status = await execute(node, args, environment(node));
  if (status === 0) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(stamp, print);
  }
  return status;
}
