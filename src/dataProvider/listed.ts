import type { GetListResult, RaRecord } from 'ra-core';
import type { PageSizes } from './pageSizes.ts';
import type { Unapplied } from './unapplied.ts';

/** What `getList` returns besides the records. */
export interface Meta {
  count: number;
  countIsMinimum: boolean;
  pageSize?: number;
  sizes?: PageSizes;
  unapplied?: Unapplied;
}

export type Listed<R extends RaRecord> = Omit<GetListResult<R>, 'meta'> & { meta: Meta };
