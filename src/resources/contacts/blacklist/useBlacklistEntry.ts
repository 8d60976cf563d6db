import { useGetList } from 'ra-core';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { useAfterPaint } from '../../../start/useAfterPaint.ts';

const blacklistNumber = entityOf('settings/blacklist');

/**
 * Entries to request: a server may return others as well, and then the wanted one is among them, or the short
 * list is complete.
 */
const LOOKED_AT = 100;

export type BlacklistEntry = BlacklistNumber & { id: string };

/**
 * The blacklist's entry for a number in E.164: null if there is none, undefined while that is not known. It
 * stays unknown (`isUnsure`) if the server also returns other entries, and not all of them: the data provider
 * leaves those out. Makes no request without a number, or if the user may not see the list.
 */
export function useBlacklistEntry(phone: string | undefined) {
  // The page that asks is shown first.
  const isShown = useAfterPaint(true);
  const mayAsk = phone !== undefined && hasPermission(blacklistNumber.read);
  const { data, pageInfo, meta, error, refetch } = useGetList<BlacklistEntry>(
    blacklistNumber.name,
    {
      pagination: { page: 1, perPage: LOOKED_AT },
      sort: { field: 'created_at', order: 'DESC' },
      filter: { phone },
    },
    {
      enabled: isShown && mayAsk,
      onError: () => undefined,
    },
  );
  const first = phone === undefined || !data ? undefined : (data[0] ?? null);
  const isUnsure = first === null && meta?.unapplied !== undefined && pageInfo?.hasNextPage === true;
  return {
    entry: isUnsure ? undefined : first,
    isUnsure,
    isPending: mayAsk && !data && !error,
    error,
    refetch: () => void refetch(),
  };
}
