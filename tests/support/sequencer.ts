import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recorded } from './durationsReporter.ts';
import { createRandom } from './random.ts';

/** Journeys that change nothing, in a world that they share (tests/e2e/world.ts). */
const LOOKING = /\/e2e\/(access|tour)\/|\/e2e\/permissions\./;

/** The environment that a file asks for instead of its project's; empty if none. */
const ownEnvironment = (path: string): string =>
  /@vitest-environment\s+(\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';

/**
 * A project's longest files first, so that none runs alone at the end; unknown ones before all. With
 * `--sequence.shuffle` in the seed's order. A project's files stay together, because a worker keeps its
 * modules only between files of the same project: one whose next file is of another ends, and what it has
 * compiled is lost. So do files of one environment, and files that share a world.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const seconds = recorded();
    const random = createRandom(sequence.seed);
    const place = new Map(
      files.map((file) => [
        file,
        sequence.shuffle
          ? random.next()
          : -(seconds[relative(root, file.moduleId)] ?? Number.POSITIVE_INFINITY),
      ]),
    );
    const environments = new Map(files.map(({ moduleId }) => [moduleId, ownEnvironment(moduleId)]));
    // Journeys last, because their workers have the most to start.
    const group = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'e2e') return `${project.name} ${environments.get(moduleId)}`;
      return LOOKING.test(moduleId) ? '~1' : '~2';
    };
    return [...files].sort((a, b) => {
      if (group(a) !== group(b)) return group(a) < group(b) ? -1 : 1;
      return (place.get(a) ?? 0) - (place.get(b) ?? 0);
    });
  }
}
