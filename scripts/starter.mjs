/**
 * Tells a script when the npm that runs it is gone. npm passes a SIGTERM on to the script's shell alone, which ends without
 * its program, and nobody hears of a SIGKILL, or of a SIGHUP to npm: the program would go on without anybody who sees it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const EVERY_MS = 500;

/** A process's parent and arguments; undefined if the machine does not tell. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name comes before, in brackets, and may have some itself.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') };
  } catch {
    // macOS has no /proc.
  }
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [parent, ...args] = line.trim().split(/\s+/);
    return { parent: Number(parent), args };
  } catch {
    return undefined;
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Calls `onGone` once npm, or the shell in which npm runs this script, has ended. Without npm, a script may outlive what started
 * it. Returns a function that stops watching.
 */
export function watchStarter(onGone) {
  const [, script = ''] = process.argv;
  // A program further down has npm's environment too. Windows ends a terminal's programs together.
  const isNpm = script && process.env.npm_lifecycle_script?.includes(basename(script));
  if (!isNpm || process.platform === 'win32') return () => {};
  const parent = process.ppid;
  const { parent: npm, args } = processOf(parent) ?? {};
  // Some shells replace themselves with the program: then the parent is npm, and its own parent does not matter.
  const hasShell = args?.[1] === '-c' && /sh$/.test(args[0]);
  const timer = setInterval(() => {
    if (process.ppid === parent && !(hasShell && isGone(npm))) return;
    clearInterval(timer);
    onGone();
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
