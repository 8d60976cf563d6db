import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recorded } from './durationsReporter.ts';
import { createRandom } from './random.ts';

/** Journeys that only look, in a world that stands for them (tests/e2e/world.ts). */
const LOOKING = /\/e2e\/(access|tour)\/|\/e2e\/permissions\./;

/**
 * The longest files of a project first, so that none of them runs alone at the end; unknown ones before all. With
 * `--sequence.shuffle` in an order of the seed. A project's files stay together: a worker keeps its modules only from
 * one file of a project to the next. So do those that share a world.
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
    // Journeys last: their workers have the most to start.
    const group = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'e2e') return project.name;
      return LOOKING.test(moduleId) ? '~1' : '~2';
    };
    return [...files].sort((a, b) => {
      if (group(a) !== group(b)) return group(a) < group(b) ? -1 : 1;
      return (place.get(a) ?? 0) - (place.get(b) ?? 0);
    });
  }
}
