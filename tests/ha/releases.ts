import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/db/migrations';
const WORKSPACE = '@bulk-sms-console';

const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();

/** A version of the server in a folder of its own, with the packages that are installed here. */
export interface Release {
  commit: string;
  folder: string;
  /** Its entry. */
  main: string;
  /** Its migrations, by their files. */
  migrations: string[];
}

/** The newest released version, or where none is tagged the commit before this one. */
export function previousRelease(): string {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  return tags[0] ?? 'HEAD~1';
}

/** Writes the files of a commit to a folder that is removed when this process ends. Throws git's own sentence. */
export function checkOut(commit: string): Release {
  const folder = join(temporaryFolder('release-'), 'release');
  mkdirSync(folder);
  const archive = join(folder, '../release.tar');
  git('archive', '--format=tar', `--output=${archive}`, commit);
  execFileSync('tar', ['-x', '-f', archive, '-C', folder]);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, WORKSPACE), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== WORKSPACE) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of ['server', 'schema']) symlinkSync(join(folder, name), join(modules, WORKSPACE, name));
  return {
    commit: git('rev-parse', '--short', commit),
    folder,
    main: join(folder, 'server/main.ts'),
    migrations: readdirSync(join(folder, MIGRATIONS)).sort(),
  };
}

/** Adds the migrations of the working tree that a release does not have; returns their files. */
export function addMigrations({ folder, migrations }: Release): string[] {
  const added = readdirSync(join(ROOT, MIGRATIONS)).filter((name) => !migrations.includes(name));
  for (const name of added) copyFileSync(join(ROOT, MIGRATIONS, name), join(folder, MIGRATIONS, name));
  return added;
}

/** Gives a release a migration to go on beside, if it has none that the former one lacks; returns its file. */
export function plantMigration({ folder, migrations }: Release, former: Release): string | undefined {
  if (migrations.some((name) => !former.migrations.includes(name))) return undefined;
  const name = `9999_trial_beside_${former.migrations.at(-1)?.slice(0, 4)}.sql`;
  const text =
    'ALTER TABLE campaign ADD trial_note text;\nCREATE TABLE trial_note (uuid uuid PRIMARY KEY);\n';
  writeFileSync(join(folder, MIGRATIONS, name), text);
  return name;
}
