/**
 * Starts an image's server as a container would: with its layers as a read-only root, as its user, without capabilities,
 * with /data and /tmp to write to, and a database beside it. Needs root; the network is the machine's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '../../server/db/embedded.ts';

const USER = 1000;
const PORT = '18080';
const KEY = 'a-key-for-this-trial-alone-of-more-than-32-letters';
/** Milliseconds until it must be ready, on a busy machine. */
const PATIENCE = 180_000;

/** The words of a command that runs `words` in the image, in namespaces of its own. */
function inside({ layers, place, env }, words) {
  const script = [
    `mount -t overlay overlay -o 'ro,lowerdir=${layers.toReversed().join(':')}' '${place}'`,
    `mount -t tmpfs -o uid=${USER} tmpfs '${place}/data' && mount -t tmpfs -o mode=1777 tmpfs '${place}/tmp'`,
    `mount -t proc proc '${place}/proc'`,
    `exec setpriv --no-new-privs chroot --userspec=${USER}:${USER} '${place}' "$@"`,
  ].join(' && ');
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const variables = env.map((one) => one.replace(/^PATH=.*/, 'PATH=/usr/local/bin'));
  return [
    ...namespaces,
    'sh',
    '-c',
    script,
    'sh',
    '/usr/local/bin/node',
    '-e',
    RUN,
    ...variables,
    '--',
    ...words,
  ];
}

/** Runs the words after `--` with the environment before it: there is no `env` in the image. */
const RUN = `
  const all = process.argv.slice(1);
  const at = all.indexOf('--');
  const env = Object.fromEntries(all.slice(0, at).map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
  const [program, ...args] = all.slice(at + 1);
  process.chdir('/app');
  process.execve('/usr/local/bin/' + program, [program, ...args], env);
`;

/** Throws unless its command starts, is ready by its own check, cannot write to its own files, and its other commands run. */
export async function tryImage({ layers, config, work }) {
  const place = join(work, 'root');
  mkdirSync(place);
  const database = await startEmbedded({
    dataDir: join(work, 'database'),
    transport: 'loopback',
    durable: false,
  });
  const env = [...config.Env, `DATABASE_URL=${database.url}`, `PORT=${PORT}`, `SECRET_KEY=${KEY}`];
  const image = { layers, place, env };
  const server = spawn('unshare', inside(image, [...config.Entrypoint, ...config.Cmd]), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
      if (answer?.ok) break;
      if (server.exitCode !== null || Date.now() > end)
        throw new Error('the server in the image is not ready');
      await pause(200);
    }
    const page = await fetch(`http://127.0.0.1:${PORT}/`);
    if (!page.ok) throw new Error(`the console answers ${page.status}`);
    const write = `
      const { writeFileSync } = require('node:fs');
      for (const path of ['/app/x', '/etc/x', '/usr/local/bin/node'])
        try { writeFileSync(path, ''); process.exit(1); } catch {}
      writeFileSync('/data/x', ''); writeFileSync('/tmp/x', '');
      process.exit(process.getuid() === ${USER} ? 0 : 2);`;
    const check = config.Healthcheck.Test.slice(1).map((one) => one.replace('8080', PORT));
    const commands = ['checkLedger', 'rotateSecrets'].map((name) => ['node', `server/${name}.ts`]);
    for (const words of [['node', '-e', write], check, ...commands]) {
      const { status, stderr } = spawnSync('unshare', inside(image, words), { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    }
  } finally {
    // unshare holds back a SIGTERM; the server itself ends as it would in a container.
    for (const pid of readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' '))
      if (pid) process.kill(Number(pid), 'SIGTERM');
    await ended;
    await database.stop();
  }
}
