import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Seconds that each file took when it was last recorded: its hooks and its tests, with what it imports. */
const DURATIONS = join(import.meta.dirname, 'durations.json');

/** What was recorded last; nothing where nothing was. */
export const recorded = (): Record<string, number> =>
  existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};

/** What is known after a run of some files: the others stay as they were, but those that are gone. In order of their names. */
export function renewed(before: Record<string, number>, run: Record<string, number>, root: string) {
  const others = Object.entries(before).filter(([file]) => existsSync(join(root, file)));
  const all = Object.entries({ ...Object.fromEntries(others), ...run });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes them after a run in which all has passed, for the order of the next ones (sequencer.ts). */
export default class DurationsReporter implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): void {
    if (reason !== 'passed') return;
    const run = modules.map((module): [string, number] => {
      const { collectDuration, duration } = module.diagnostic();
      return [relative(this.#root, module.moduleId), Math.round((collectDuration + duration) / 100) / 10];
    });
    const sorted = renewed(recorded(), Object.fromEntries(run), this.#root);
    writeFileSync(DURATIONS, `${JSON.stringify(sorted, null, 2)}\n`);
  }
}
