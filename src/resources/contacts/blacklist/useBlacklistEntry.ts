import { useGetList } from 'ra-core';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import { may } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';

const blacklistNumber = entityOf('settings/blacklist');

/** Entries that a server may give beside the one: it has that among them, or it has all of a short list. */
const LOOKED_AT = 100;

export type BlacklistEntry = BlacklistNumber & { id: string };

/**
 * The blacklist's entry of a number in E.164: null when there is none, undefined while that is not known. It stays unknown
 * (`isUnsure`) where the server gives others' entries as well, and not all there are: the data provider leaves those out.
 * Asks for nothing without a number, or where the user may not see the list.
 */
export function useBlacklistEntry(phone: string | undefined) {
  const { data, pageInfo, meta, error, refetch } = useGetList<BlacklistEntry>(
    blacklistNumber.name,
    {
      pagination: { page: 1, perPage: LOOKED_AT },
      sort: { field: 'created_at', order: 'DESC' },
      filter: { phone },
    },
    { enabled: phone !== undefined && may(blacklistNumber.read), onError: () => undefined },
  );
  const first = phone === undefined || !data ? undefined : (data[0] ?? null);
  const isUnsure = first === null && meta?.unapplied !== undefined && pageInfo?.hasNextPage === true;
  return { entry: isUnsure ? undefined : first, isUnsure, error, refetch: () => void refetch() };
}
