import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planted } from '../../scripts/mutants/all.ts';
import { changed } from '../../scripts/mutants/planted.ts';

const all = Object.values(planted).flat();

test('every planted change can be made: its text is in its file once, and its tests are there', () => {
  const wrong = all.flatMap((mutant) => {
    if (!existsSync(mutant.tests)) return [`${mutant.tests} is not there`];
    try {
      changed(mutant, readFileSync(mutant.file, 'utf8'));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  expect(wrong).toEqual([]);
});

test('each says what it breaks, once', () => {
  const names = all.map(({ file, breaks }) => `${file}: ${breaks}`);
  expect(new Set(names).size).toBe(names.length);
});

test('none leaves its file as it was', () => expect(all.filter(({ from, to }) => from === to)).toEqual([]));
