import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Measuring tools and rivals are not dependencies of ours; they are outside the repository. */
const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'bulk-sms-console-bench');
/** 12.4.1 of Directus lacks a package. */
export const VERSIONS = { autocannon: '9.0.0', directus: '12.4.0' };
/**
 * Directus runs extensions and flow scripts in isolated-vm, whose version here does not compile on Node 24. None is
 * measured, so an empty package replaces it.
 */
const STUB = 'isolated-vm';

/** Where the rivals are installed: on first use, from the npm registry, without install scripts. */
export function rivalsFolder(): string {
  const wanted = JSON.stringify({
    ...{ name: 'rivals', private: true, dependencies: { ...VERSIONS, [STUB]: `file:./${STUB}` } },
    overrides: { [STUB]: `file:./${STUB}` },
  });
  const stamp = join(FOLDER, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return FOLDER;
  console.error(`installing ${Object.entries(VERSIONS).flat().join(' ')} in ${FOLDER} ...`);
  mkdirSync(join(FOLDER, STUB), { recursive: true });
  writeFileSync(join(FOLDER, STUB, 'package.json'), JSON.stringify({ name: STUB, version: '5.0.3' }));
  writeFileSync(join(FOLDER, STUB, 'index.js'), 'module.exports = {};\n');
  writeFileSync(join(FOLDER, 'package.json'), wanted);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  // Warnings go to the same log as ours: standard output has only the table.
  const options = { cwd: FOLDER, env, stdio: ['ignore', 2, 2] as const };
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    ...options,
    stdio: [...options.stdio],
  });
  writeFileSync(stamp, wanted);
  return FOLDER;
}

interface Load {
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

/** A page's requests per second, and the 97.5th percentile of its response time in milliseconds. */
export interface Pace {
  rate: number;
  late: number;
}

/** Requests a page repeatedly from a separate process. Throws unless every answer is good. */
export async function paceOf(url: string, { headers, connections, seconds }: Load): Promise<Pace> {
  const args = [
    ...['--json', '--no-progress', '--connections', String(connections), '--duration', String(seconds)],
    ...['--timeout', '120'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
  ];
  const child = spawn(
    process.execPath,
    [join(rivalsFolder(), 'node_modules/autocannon/autocannon.js'), ...args, url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const found = JSON.parse(await text(child.stdout as NodeJS.ReadableStream));
  if (found.non2xx > 0 || found.errors > 0 || found['2xx'] === 0) {
    throw new Error(`${url}: ${found['2xx']} good answers, ${found.non2xx} others, ${found.errors} errors`);
  }
  return { rate: found['2xx'] / found.duration, late: found.latency.p97_5 };
}
