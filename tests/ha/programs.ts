import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const BASE = '/usr/lib/postgresql';

export interface Programs {
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  /** What runs, for the report. */
  versions: string[];
  /** Who PostgreSQL runs as: nothing unless this process is root's, whom it refuses. */
  user: { uid?: number; gid?: number };
}

const missing = (program: string, packages: string) =>
  new Error(`${program} is not installed. On Debian: apt-get install ${packages}`);

/** The first line that a program says about its version. Throws a sentence that names the packages to install. */
export function versionOf(program: string, flag: string, packages: string): string {
  try {
    return (execFileSync(program, [flag], { encoding: 'utf8' }).split('\n')[0] ?? '').trim();
  } catch {
    throw missing(program, packages);
  }
}

/** The programs that a database of several nodes needs. Throws a sentence that names the packages to install. */
export function findPrograms(): Programs {
  const packages = 'patroni python3-etcd etcd-server etcd-client haproxy postgresql';
  const newest = existsSync(BASE) ? readdirSync(BASE).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  if (!newest) throw missing('PostgreSQL', packages);
  const binaries = join(BASE, newest, 'bin');
  const versions = [
    versionOf('patroni', '--version', packages),
    versionOf('etcd', '--version', packages),
    versionOf('etcdctl', 'version', packages),
    versionOf('haproxy', '-v', packages),
    versionOf(join(binaries, 'postgres'), '--version', packages),
  ];
  return { binaries, versions, user: findUser() };
}

/** The user that Debian's package of PostgreSQL makes. */
function findUser(): Programs['user'] {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}
