import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { modulesIn } from '../support/borders.ts';

interface Manifest {
  version: string;
  workspaces?: string[];
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const manifest = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** Packages that a workspace needs and does not import, and who asks for them. */
const needed: Record<string, Record<string, string>> = {
  schema: {},
  server: {
    '@aws-sdk/s3-request-presigner': 'flydrive, for a bucket',
    '@bulk-sms-console/schema': 'what #schema/ is there',
    '@fontsource/noto-sans-devanagari': 'the fonts of invoices, which are no modules',
    'openapi-types': 'fastify-type-provider-zod',
  },
};
const folders = Object.keys(needed);

/** The npm packages that the modules below a folder import, types too. */
function importedBy(folder: string): string[] {
  const files = modulesIn('.', [folder]).flatMap(
    (path) => ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles,
  );
  const names = files.map(({ fileName }) => /^(?:@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? '');
  return [...new Set(names)].filter((name) => !/^([.#]|node:|$)/.test(name));
}

test('the workspaces are these', () => expect(manifest('.').workspaces).toEqual(folders));

// `npm run check` finds packages that nobody imports, but takes the root's for everybody's.
test.each(folders)('%s names each package that it imports, and no other', (folder) => {
  const named = Object.keys(manifest(folder).dependencies).sort();
  expect(named).toEqual([...importedBy(folder), ...Object.keys(needed[folder] ?? {})].sort());
});

test('a package has one version, whoever names it', () => {
  const wanted = new Map<string, Set<string>>();
  for (const folder of ['.', ...folders]) {
    const { dependencies, devDependencies, optionalDependencies } = manifest(folder);
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      wanted.set(name, (wanted.get(name) ?? new Set()).add(version));
  }
  expect([...wanted].filter(([, versions]) => versions.size > 1).map(([name]) => name)).toEqual([]);
});

test('the workspaces have the version of the whole', () =>
  expect(folders.map((folder) => manifest(folder).version)).toEqual(
    folders.map(() => manifest('.').version),
  ));
