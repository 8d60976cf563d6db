import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/folder.ts';

const root = resolve(import.meta.dirname, '../..');
const FILE = 'bulk-sms-console.cdx.json';
const json = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

interface Workflow {
  jobs: { release: { steps: { run?: string }[] } };
}
const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Workflow;

test('the bill of materials of a release has every package that is not for development alone', () => {
  const script = jobs.release.steps.find(({ run }) => run?.includes(`> ${FILE}`))?.run ?? '';
  const folder = temporaryFolder('bill-');
  for (const name of [
    'package.json',
    'package-lock.json',
    'schema/package.json',
    'server/package.json',
    'scripts',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const { status, stderr } = spawnSync('bash', ['-e', '-c', script], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { metadata, components, dependencies } = json<{
    metadata: { component: { name: string; version: string } };
    components: { 'bom-ref': string; purl: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  }>(join(folder, FILE));

  const { packages } = json<{ packages: Record<string, { version: string; dev?: true }> }>(
    join(root, 'package-lock.json'),
  );
  const shipped = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && !path.startsWith('node_modules/@bulk-sms-console/'))
    .map(([path, { version }]) => {
      const name = path.replace(/^.*node_modules\//, '').replace(/^(schema|server)$/, '@bulk-sms-console/$1');
      return `pkg:npm/${name.replace('@', '%40')}@${version}`;
    });
  expect(shipped.length).toBeGreaterThan(300);
  expect([...new Set(components.map(({ purl }) => purl))].sort()).toEqual([...new Set(shipped)].sort());
  const refs = [
    ...components.map((one) => one['bom-ref']),
    `${metadata.component.name}@${metadata.component.version}`,
  ];
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.includes(ref)),
  ).toEqual([]);
  expect(metadata.component).toMatchObject({
    name: 'bulk-sms-console',
    version: json<{ version: string }>(join(root, 'package.json')).version,
  });
});
