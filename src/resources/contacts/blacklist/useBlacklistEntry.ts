import { useGetList } from 'ra-core';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import { may } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';

const blacklistNumber = entityOf('settings/blacklist');

export type BlacklistEntry = BlacklistNumber & { id: string };

/**
 * The blacklist entry of an E.164 number: null if there is none, undefined until known. Fetches nothing without a number,
 * or if the user may not see the list.
 */
export function useBlacklistEntry(phone: string | undefined) {
  const { data, error, refetch } = useGetList<BlacklistEntry>(
    blacklistNumber.name,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'created_at', order: 'DESC' },
      filter: { phone },
    },
    { enabled: phone !== undefined && may(blacklistNumber.read), onError: () => undefined },
  );
  const entry = phone === undefined || !data ? undefined : (data[0] ?? null);
  return { entry, error, refetch: () => void refetch() };
}
