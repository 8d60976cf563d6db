import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { changed, type Planted } from './planted.ts';

const root = join(import.meta.dirname, '../..');

/** The first test of a file that failed, with its message; undefined if all passed. */
function failureIn(module: TestModule | undefined): string | undefined {
  if (!module) return 'the file did not run';
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? [];
    return `${test.fullName}: ${error?.message.split('\n')[0] ?? ''}`;
  }
  return module.ok() ? undefined : `the file: ${module.errors()[0]?.message.split('\n')[0] ?? 'failed'}`;
}

/**
 * Makes each change in its file, runs its tests, and undoes it. Calls `tell` with the test that noticed it, or undefined.
 * One Vitest, and so one PostgreSQL, serves all. Throws for tests that fail without a change.
 */
export async function runPlanted(
  mutants: readonly Planted[],
  tell: (mutant: Planted, noticedBy: string | undefined) => void,
): Promise<void> {
  const byTests = Map.groupBy(mutants, ({ tests }) => tests);
  process.env.MUTANTS_TESTS = [...byTests.keys()].join(',');
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'vitest.mutants.config.ts'),
    watch: false,
    bail: 1,
    reporters: [{}],
  });
  let undo = () => {};
  const stop = () => {
    undo();
    process.exit(130);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const run = async (tests: string) => {
    const specifications = await vitest.globTestSpecifications([tests]);
    if (specifications.length !== 1) throw new Error(`${tests}: ${specifications.length} files`);
    // The result has the files of earlier runs, too.
    const { testModules } = await vitest.runTestSpecifications(specifications);
    return failureIn(testModules.find(({ relativeModuleId }) => relativeModuleId === tests));
  };
  const failed: string[] = [];
  try {
    for (const [tests, ofThem] of byTests) {
      const broken = await run(tests);
      if (broken) {
        failed.push(`${tests}: ${broken}`);
        continue;
      }
      for (const mutant of ofThem) {
        const path = join(root, mutant.file);
        const text = readFileSync(path, 'utf8');
        undo = () => {
          writeFileSync(path, text);
          vitest.invalidateFile(path);
        };
        writeFileSync(path, changed(mutant, text));
        vitest.invalidateFile(path);
        tell(mutant, await run(tests).finally(undo));
        undo = () => {};
      }
    }
  } finally {
    undo();
    await vitest.close();
  }
  if (failed.length > 0) throw new Error(`These fail without a change:\n${failed.join('\n')}`);
}
