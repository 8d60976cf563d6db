import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Seconds that each file took when it was last recorded: its hooks and its tests, with what it imports. */
export const DURATIONS = join(import.meta.dirname, 'durations.json');

/** Writes them after a run in which all has passed, for the order of the next ones (sequencer.ts). */
export default class DurationsReporter implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): void {
    if (reason !== 'passed') return;
    const seconds = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return [relative(this.#root, module.moduleId), Math.round((collectDuration + duration) / 100) / 10];
    });
    const sorted = Object.fromEntries(seconds.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
    writeFileSync(DURATIONS, `${JSON.stringify(sorted, null, 2)}\n`);
  }
}
