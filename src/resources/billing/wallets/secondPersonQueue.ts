import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';

/** The list of changes that need a second person: those that wait for one first, oldest first. */
export const secondPersonQueue = {
  defaultFilter: { status: 'pending' },
  nothingWaits,
  sort: { field: 'created_at', order: 'ASC' },
  filters: ['status', 'account', 'created_at'],
  link: false,
  refetchEvery: () => 15_000,
} as const;
