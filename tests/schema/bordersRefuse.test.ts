import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forbidden, rooms, rowsOf } from '../../scripts/borders/rules.ts';
import { table } from '../../scripts/borders/table.ts';
import { cruise, modulesIn } from '../support/borders.ts';
import { temporaryFolder } from '../support/folder.ts';

/** A copy of the repository's folders, rules and packages, in which everything forbidden is done. */
const root = temporaryFolder('borders-');
const names = Object.keys(table);
const modules = modulesIn('.', rooms);
const folderOf = new Map(modules.map((path) => [rowsOf(path)[0], dirname(path)]));
let found: string[] = [];

const isFile = (name: string) => /\.tsx?$/.test(name);

/** A module of a row that others are to import, or that is to import them. New, but where the row is one file. */
function moduleOf(name: string, role: 'importer' | 'imported'): string {
  return isFile(name) ? name : `${folderOf.get(name)}/${role}Plant.ts`;
}

function plant(module: string, imported: readonly string[]): void {
  const lines = imported.map((path) => {
    const isLocal = rooms.some((room) => path.startsWith(`${room}/`));
    const to = isLocal ? relative(dirname(module), path) : path;
    return `import ${JSON.stringify(isLocal && !to.startsWith('.') ? `./${to}` : to)};\n`;
  });
  mkdirSync(dirname(`${root}/${module}`), { recursive: true });
  appendFileSync(`${root}/${module}`, lines.join(''));
}

/** Packages that some row may import, and one more. */
const packages = [...new Set(['vitest', ...names.flatMap((name) => table[name]?.packages ?? [])])].filter(
  (name) => name !== 'any' && name.length > 1,
);

/** Rows that a row's plant imports. Rows of one file only those before them: else each would be in a circle. */
const othersOf = (name: string) =>
  names.filter((other, at) => other !== name && !(isFile(name) && isFile(other) && at > names.indexOf(name)));

const broken = (rule: string, from: string) =>
  found.filter((violation) => violation.startsWith(`${rule}: ${from} -> `));

beforeAll(() => {
  for (const folder of new Set(modules.map(dirname))) mkdirSync(`${root}/${folder}`, { recursive: true });
  cpSync('scripts/borders', `${root}/scripts/borders`, { recursive: true });
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json'])
    cpSync(file, `${root}/${file}`);
  symlinkSync(resolve('node_modules'), `${root}/node_modules`);
  for (const name of names) writeFileSync(`${root}/${moduleOf(name, 'imported')}`, '');
  for (const name of names) {
    plant(
      moduleOf(name, 'importer'),
      othersOf(name).map((other) => moduleOf(other, 'imported')),
    );
    if (table[name]?.alone) plant(moduleOf(name, 'importer'), [moduleOf(name, 'imported')]);
    plant(moduleOf(name, 'importer'), packages);
  }
  // What the rules before these let pass: names that begin like a folder's, folders that no rule named, neighbours.
  for (const folder of ['src/resources/messaging/compose', 'src/resources/billing/topup'])
    plant(`${folder}/entry.ts`, []);
  plant('src/crudely/plant.ts', ['src/crud/importedPlant.ts']);
  plant('src/crud/ofCrudely.ts', ['src/crudely/plant.ts']);
  plant('src/resources/operations/ofCompose.ts', ['src/resources/messaging/compose/entry.ts']);
  plant('server/modules/importedPlantToo.ts', ['server/modules/importedPlant.ts']);
  plant('src/resources/contacts/sheetsPlant/plant.ts', ['schema/sheets/xlsx/importedPlant.ts']);
  plant('src/resources/messaging/ofBilling.ts', ['src/resources/billing/topup/entry.ts']);
  plant('server/services/mail/ofSheets.ts', ['server/services/sheets/importedPlant.ts']);
  plant('bench/ofServer.ts', ['server/app.ts']);
  plant('scripts/ofTests.ts', ['tests/support/importedPlant.ts']);
  // The other rules, one by one.
  plant('server/db/oneWay.ts', ['server/db/otherWay.ts']);
  plant('server/db/otherWay.ts', ['server/db/oneWay.ts']);
  plant('server/db/nowhere.ts', ['server/db/isNotThere.ts']);
  plant('schema/ofNode.ts', ['node:fs']);
  plant('src/core/ofNode.ts', ['node:fs']);
  plant('server/db/ofTests.ts', ['vitest']);
  plant('server/db/alone.ts', []);
  found = cruise(root).violations;
}, 120_000);

const outward = (name: string) =>
  othersOf(name)
    .filter((other) => !table[name]?.imports.includes(other))
    .map((other) => `${moduleOf(name, 'importer')} -> ${moduleOf(other, 'imported')}`);

test.each(names)('%s imports the rows that it names, and no other', (name) => {
  const from = moduleOf(name, 'importer');
  const expected = outward(name);
  if (table[name]?.alone) expected.push(`${from} -> ${moduleOf(name, 'imported')}`);
  const refused = broken(`borders of ${name}`, from).map((line) => line.slice(`borders of ${name}: `.length));
  expect(refused.sort()).toEqual(expected.sort());
});

test.each(names.filter((name) => table[name]?.packages !== 'any'))(
  '%s imports the packages that it names, and no other',
  (name) => {
    const refused = broken(`packages of ${name}`, moduleOf(name, 'importer')).map(
      (line) => /node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1],
    );
    expect(refused.sort()).toEqual(packages.filter((used) => !table[name]?.packages.includes(used)).sort());
  },
);

test.each([
  [
    'a folder whose name begins like another’s',
    'borders of src/crud/**: src/crud/ofCrudely.ts -> src/crudely/plant.ts',
  ],
  [
    'a folder that the former rules forgot',
    'borders of src/resources/operations/**: src/resources/operations/ofCompose.ts -> src/resources/messaging/compose/entry.ts',
  ],
  [
    'a module whose name begins like another’s',
    'borders of server/modules: server/modules/importedPlantToo.ts -> server/modules/importedPlant.ts',
  ],
  [
    'a folder in a domain whose name begins like another’s',
    'borders of src/resources/contacts/**: src/resources/contacts/sheetsPlant/plant.ts -> schema/sheets/xlsx/importedPlant.ts',
  ],
  [
    'a domain of another',
    'borders of src/resources/messaging/**: src/resources/messaging/ofBilling.ts -> src/resources/billing/topup/entry.ts',
  ],
  [
    'services of one layer',
    'borders of server/services/mail/**: server/services/mail/ofSheets.ts -> server/services/sheets/importedPlant.ts',
  ],
  ['a bench of the server’s inside', 'borders of bench/**: bench/ofServer.ts -> server/app.ts'],
  ['a script of tests', 'borders of scripts: scripts/ofTests.ts -> tests/support/importedPlant.ts'],
  ['a circle', 'no-cycles: server/db/oneWay.ts -> server/db/otherWay.ts'],
  ['what is not there', 'no-unresolvable: server/db/nowhere.ts -> ./isNotThere.ts'],
  ['node: in the contract', 'no-builtins: schema/ofNode.ts -> fs'],
  ['node: in the console', 'no-builtins: src/core/ofNode.ts -> fs'],
  ['a file that nothing imports', 'no-orphans: server/db/alone.ts -> server/db/alone.ts'],
])('refused: %s', (_, violation) => expect(found).toContain(violation));

test('refused: a package that is not shipped', () =>
  expect(broken('no-dev-packages', 'server/db/ofTests.ts')).toHaveLength(1));

test('every rule refused something', () => {
  const refused = new Set(found.map((violation) => violation.split(': ')[0]));
  expect(forbidden.map(({ name }) => name).filter((name) => !refused.has(name))).toEqual([]);
});
