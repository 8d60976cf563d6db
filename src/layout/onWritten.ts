import type { OnWritten } from '../dataProvider/dataProvider.ts';

/** Compares what a form sent with the answer. Its code is fetched with the first saved form, because most visits save none. */
export const onWritten: OnWritten = (...written) =>
  void import('./tellNotKept.ts').then((m) => m.tellNotKept(...written));
