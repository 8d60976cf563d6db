import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Row } from './DeleteButton.tsx';

const keyOf = (resource: string, id: Row['id']) => [resource, 'getOne', { id: String(id), meta: undefined }];

/**
 * Lets the page of a record open with the row of the list, and not only after the server's answer. ra-core does this under
 * the `meta` of the list's own request, but nobody asks for a record with the same.
 */
export function useSeedRecords(resource: string, rows: readonly Row[] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const row of rows ?? []) client.setQueryData(keyOf(resource, row.id), (known?: Row) => known ?? row);
  }, [client, resource, rows]);
}

/** Whether the record was known, from a list or an earlier visit, when its page was opened. */
export function useIsKnown(resource: string, id: string | undefined): boolean {
  const client = useQueryClient();
  const [isKnown] = useState(
    () => id !== undefined && client.getQueryData(keyOf(resource, id)) !== undefined,
  );
  return isKnown;
}
