import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { rooms, rowsOf } from '../../scripts/borders/rules.ts';
import { table } from '../../scripts/borders/table.ts';
import { cruise, modulesIn } from '../support/borders.ts';

const modules = modulesIn('.', rooms);

describe('the table of borders', () => {
  test('has one row for every folder', () => {
    const notOne = modules.filter((path) => rowsOf(path).length !== 1);
    expect([...new Set(notOne.map(dirname))]).toEqual([]);
  });

  test('has no row without a file', () => {
    const used = new Set(modules.flatMap(rowsOf));
    expect(Object.keys(table).filter((name) => !used.has(name))).toEqual([]);
  });

  test('has every folder of the repository that holds modules, and npm run check looks at them', () => {
    const folders = readdirSync('.', { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !/^(\..*|coverage|dist|node_modules|test-results)$/.test(entry.name),
      )
      .map(({ name }) => name);
    expect(folders.filter((folder) => modulesIn('.', [folder]).length > 0).sort()).toEqual(rooms);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { check: string } };
    const looked = /depcruise ([a-z ]+)/.exec(scripts.check)?.[1]?.trim().split(' ').sort();
    expect(looked).toEqual(rooms);
  });
});

describe('the borders between the rooms', () => {
  const { violations, imports } = cruise('.');

  // A cruiser that cannot read TypeScript, or a kind of file, finds nothing, and nothing wrong.
  test('were looked at in every file', () =>
    expect(modules.filter((path) => !imports.has(path))).toEqual([]));

  test('were looked at in every import', () => {
    const missed = modules.flatMap((path) => {
      // A module that is only added to is not imported.
      const text = readFileSync(path, 'utf8').replaceAll(/declare module '[^']+'/g, '');
      const { importedFiles } = ts.preProcessFile(text);
      return importedFiles
        .filter(({ fileName }) => !imports.get(path)?.has(fileName.replace(/^node:/, '')))
        .map(({ fileName }) => `${path}: ${fileName}`);
    });
    expect(missed).toEqual([]);
  });

  test('are respected', () => expect(violations).toEqual([]));
});
