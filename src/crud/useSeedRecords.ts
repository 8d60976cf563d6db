import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from './DeleteButton.tsx';

/**
 * Lets the page of a record open with the row of the list, and not only after the server's answer. ra-core does this under
 * the `meta` of the list's own request, but nobody asks for a record with the same.
 */
export function useSeedRecords(resource: string, rows: readonly Row[] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const row of rows ?? []) {
      const key = [resource, 'getOne', { id: String(row.id), meta: undefined }];
      client.setQueryData(key, (known?: Row) => known ?? row);
    }
  }, [client, resource, rows]);
}
