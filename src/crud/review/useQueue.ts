import { useDataProvider, useGetList } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import type { Pair } from '#schema/permissions.ts';
import type { Row } from '../DeleteButton.tsx';

/** Records that wait for a decision, one after the other. */
export interface Queue {
  entity: Outline;
  /** The field that says since when a record waits. */
  since: string;
  /** The address of a record's page. */
  to(uuid: string): string;
  /** The pair that deciding needs. */
  decide: Pair;
}

/** How often to look what waits, in milliseconds. */
const EVERY = 15_000;
/** Of longer queues the rest comes in sight as they get shorter. */
const MOST = 100;

const query = ({ since }: Queue) => ({
  pagination: { page: 1, perPage: MOST },
  sort: { field: since, order: 'ASC' as const },
  filter: { status: 'pending' },
});

/** What comes after a record in its queue, from the beginning again after the last; undefined when nothing else waits. */
function after({ since }: Queue, waiting: readonly Row[], record: Row | undefined): Row | undefined {
  const others = waiting.filter(({ id }) => id !== record?.id);
  return others.find((other) => record && String(other[since]) > String(record[since])) ?? others[0];
}

/** What of a queue is left, and what is next; `record` is the one that is open. */
export function useQueue(queue: Queue, record?: Row) {
  const dataProvider = useDataProvider();
  const { data, total } = useGetList<Row>(queue.entity.name, query(queue), {
    refetchInterval: EVERY,
    onError: () => undefined,
  });
  return {
    /** How many wait, the open one included; undefined before that is known. */
    left: data && total,
    /** The one that waits longest. */
    oldest: data?.[0],
    next: data && after(queue, data, record),
    /** The same as the server has it now. Rejects with HttpError. */
    async look(): Promise<{ left: number; next: Row | undefined }> {
      const now = await dataProvider.getList<Row>(queue.entity.name, query(queue));
      return { left: now.total ?? now.data.length, next: after(queue, now.data, record) };
    },
  };
}
