import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst } from '../support/sequencer.ts';

const root = resolve(import.meta.dirname, '../..');

/** The order of these files of a project, as its workers get them. */
async function order(project: string, files: string[], shuffle = false): Promise<string[]> {
  const config = { root, sequence: { shuffle, seed: 8241 } };
  const specifications = files.map((name) => ({
    project: { name: project },
    moduleId: join(root, 'tests', project, name),
  }));
  const sorted = await new LongestFirst({ config } as Vitest).sort(specifications as TestSpecification[]);
  return sorted.map(({ moduleId }) => moduleId.slice(join(root, 'tests', project).length + 1));
}

test.each([false, true])(
  'files that ask for another environment come together, after the rest of their project (shuffled: %s)',
  async (shuffle) => {
    const own = ['lostAnswers.test.ts', 'applied.test.ts', 'dataProvider.test.ts'];
    const rest = ['catalogue.test.ts', 'sheets.test.ts', 'contractCheck.test.ts', 'features.test.ts'];
    const sorted = await order('contract', [...own.slice(0, 1), ...rest, ...own.slice(1)], shuffle);
    expect(sorted.slice(rest.length).sort()).toEqual(own.sort());
  },
);

test('within an environment the longest come first', async () => {
  expect(await order('contract', ['catalogue.test.ts', 'accessMatrix.test.ts'])).toEqual([
    'accessMatrix.test.ts',
    'catalogue.test.ts',
  ]);
});
