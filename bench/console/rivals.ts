import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Exact versions; the rivals are not dependencies of this project. */
const RIVALS = {
  adminjs: {
    adminjs: '7.8.17',
    '@adminjs/express': '6.1.1',
    '@adminjs/sql': '2.2.6',
    express: '4.22.3',
    'express-formidable': '1.2.0',
    'express-session': '1.19.0',
    compression: '1.8.2',
    tslib: '2.9.1',
  },
  lighthouse: { lighthouse: '13.5.0' },
};
type Rival = keyof typeof RIVALS;

export const versionOf = (rival: Rival): string => (RIVALS[rival] as Record<string, string>)[rival] ?? '';

/** Outside the repository, kept between runs. */
export function cacheFolder(): string {
  const folder = process.env.BENCH_RIVALS || join(tmpdir(), 'bulk-sms-bench-rivals');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The folder in which the rival is installed; installs it with npm if missing, without install scripts. */
export function install(rival: Rival): string {
  const folder = join(cacheFolder(), rival);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: RIVALS[rival] });
  const file = join(folder, 'package.json');
  const stamp = join(folder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(stamp, manifest);
  return folder;
}
