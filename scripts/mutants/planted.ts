/** A change of one file that breaks a promise of docs/evidence/security.md, or of docs/console-alone.md. */
export interface Planted {
  /** What would be possible or lost. */
  breaks: string;
  file: string;
  /** Text that the file contains once, and what replaces it. */
  from: string;
  to: string;
  /** The test file that must fail. */
  tests: string;
}

/** What breaks, the text, and its replacement. */
type Change = readonly [breaks: string, from: string, to: string];

/** Changes of one file that one test file must notice; both without the endings `.ts` and `.test.ts`. */
export const plant = (file: string, tests: string, changes: readonly Change[]): Planted[] =>
  changes.map(([breaks, from, to]) => ({
    ...{ breaks, from, to },
    file: /\.\w+$/.test(file) ? file : `${file}.ts`,
    tests: /\.\w+$/.test(tests) ? `tests/${tests}` : `tests/${tests}.test.ts`,
  }));

/** Deletes a text. */
export const without = (breaks: string, from: string): Change => [breaks, from, ''];

/** The file with the change in it. Throws if it does not contain the text exactly once. */
export function changed({ file, from, to }: Planted, text: string): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} does not contain this exactly once: ${from}`);
  return before + to + after;
}
