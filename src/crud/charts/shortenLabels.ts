import { shortened } from './ticks.ts';

interface Label {
  formattedValue?: string;
}

/**
 * The labels of a vertical axis as far as they fit. The build has it in place of the library's own, which lays the page out
 * once for each label to measure it (scripts/consoleBuild.ts). Nothing but speed breaks without it.
 */
export const shortenLabels = (labels: Iterable<Label>, _: unknown, width: number) =>
  new Map(Array.from(labels, (label) => [label, shortened(label.formattedValue ?? '', width)]));
