import { useDataProvider, useGetList } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import type { Pair } from '#schema/permissions.ts';
import type { Row } from '../DeleteButton.tsx';

/** Records that wait for a decision, one after the other. */
export interface Queue {
  entity: Outline;
  /** The field with the time since when a record waits. */
  since: string;
  /** The address of a record's page. */
  to(uuid: string): string;
  /** The pair needed to decide. */
  decide: Pair;
}

/** Refetch interval in milliseconds. */
const EVERY = 15_000;
/** Longer queues become visible in full as they get shorter. */
const MOST = 100;

const query = ({ since }: Queue) => ({
  pagination: { page: 1, perPage: MOST },
  sort: { field: since, order: 'ASC' as const },
  filter: { status: 'pending' },
});

/** The next record of the queue, starting over after the last; undefined if nothing else waits. */
function after({ since }: Queue, waiting: readonly Row[], record: Row | undefined): Row | undefined {
  const others = waiting.filter(({ id }) => id !== record?.id);
  return others.find((other) => record && String(other[since]) > String(record[since])) ?? others[0];
}

/** The rest of a queue and its next record; `record` is the open one. */
export function useQueue(queue: Queue, record?: Row) {
  const dataProvider = useDataProvider();
  const { data, total } = useGetList<Row>(queue.entity.name, query(queue), {
    refetchInterval: EVERY,
    onError: () => undefined,
  });
  return {
    /** Number of waiting records, including the open one; undefined until loaded. */
    left: data && total,
    /** The record that has waited longest. */
    oldest: data?.[0],
    next: data && after(queue, data, record),
    /** Fetches the current version from the server. Rejects with HttpError. */
    async look(): Promise<{ left: number; next: Row | undefined }> {
      const now = await dataProvider.getList<Row>(queue.entity.name, query(queue));
      return { left: now.total ?? now.data.length, next: after(queue, now.data, record) };
    },
  };
}
