import type { DescribeConflicts } from '../dataProvider/mergeUpdate.ts';

/** Says what others have saved in fields that the reader changed too. Few forms need it, so its code is fetched then. */
export const describeConflicts: DescribeConflicts = async (...conflicts) =>
  (await import('./conflictTexts.ts')).conflictTexts(...conflicts);
