import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../server/db/embeddedFiles.ts';
import { temporaryFolder } from '../support/folder.ts';

const RUN = resolve(import.meta.dirname, '../../scripts/run.mjs');
/** As in a terminal: the machine's own Node, which may be 20, and nothing of the npm that runs the tests. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/i.test(name)),
);
env.PATH = env.PATH?.split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Starts a program by scripts/run.mjs, as `command` says; returns the starter, and the program's process once it runs. */
async function startedBy(command: (run: string) => [string, ...string[]]) {
  const folder = temporaryFolder('npm-gone-');
  const ending = join(folder, 'ending');
  const program = join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(ending)}, 'in order'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.log('pid', process.pid);`,
  );
  const run = `node ${JSON.stringify(RUN)} node ${JSON.stringify(program)}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: run } }));
  const [file, ...args] = command(run);
  const starter = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await pidOf(starter);
  onTestFinished(() => {
    for (const one of [pid, starter.pid]) if (one && isAlive(one)) process.kill(one, 'SIGKILL');
  });
  return { starter, pid, ending: () => readFileSync(ending, 'utf8') };
}

async function pidOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('It has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const [, pid] = /^pid (\d+)$/.exec(line) ?? [];
    if (pid) return Number(pid);
  }
  throw new Error('The program did not start.');
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'what npm runs ends in order after a %s to npm',
  async (signal) => {
    const { starter, pid, ending } = await startedBy(() => ['npm', 'start']);
    await kill(starter, signal);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(ending()).toBe('in order');
  },
);

test.skipIf(process.platform === 'win32')('a program that no npm started outlives its starter', async () => {
  const alone = await startedBy((run) => ['sh', '-c', `${run} & wait`]);
  await kill(alone.starter, 'SIGTERM');
  // By then the other has been looked at too.
  const { starter, pid } = await startedBy(() => ['npm', 'start']);
  await kill(starter, 'SIGTERM');
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(isAlive(alone.pid)).toBe(true);
});
