import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Seconds per file from the last recording: its hooks and tests, including imports. */
const DURATIONS = join(import.meta.dirname, 'durations.json');

/** The last recording; empty if there is none. */
export const recorded = (): Record<string, number> =>
  existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};

/** The times after a run of some files: other files keep theirs, except deleted ones. Sorted by name. */
export function renewed(before: Record<string, number>, run: Record<string, number>, root: string) {
  const others = Object.entries(before).filter(([file]) => existsSync(join(root, file)));
  const all = Object.entries({ ...Object.fromEntries(others), ...run });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes the times after a run in which everything passed, for the order of the next runs (sequencer.ts). */
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
