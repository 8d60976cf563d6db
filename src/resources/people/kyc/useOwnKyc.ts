import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { unreadable } from '../../../core/errorTexts.ts';
import { HttpError, http } from '../../../core/http.ts';
import { readPage, readRecord } from '../../../core/records.ts';
import { useUser } from '../../../layout/useUser.ts';

const kyc = entityOf('kyc');

/** Refetch interval in milliseconds while the record is pending. */
const PENDING_EVERY = 5000;

export const whilePending = (status: unknown): number | false =>
  status === 'pending' ? PENDING_EVERY : false;

/**
 * One's own account's record, null if nothing was submitted yet. It is refetched while pending, so that the decision
 * appears without a reload.
 */
export function useOwnKyc() {
  const client = useQueryClient();
  const queryKey = [kyc.name, 'own', useUser()?.account?.uuid];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Kyc | KycState | null> => {
      const page = readPage(await http.json(`${kyc.path}?page_size=1`, { signal }));
      if (!page) throw new HttpError(unreadable());
      return page.results[0] ? readRecord<Kyc | KycState>(kyc, page.results[0]) : null;
    },
    refetchInterval: ({ state }) => whilePending(state.data?.status),
  });
  return {
    record: data,
    error: data === undefined ? error : null,
    /** Refetches; returns the current record, undefined if unknown. */
    look: async (): Promise<Kyc | KycState | null | undefined> => {
      const answer = await refetch();
      return answer.isSuccess ? answer.data : undefined;
    },
    /** Stores the server's latest answer. */
    put: (record: Kyc | KycState) => client.setQueryData(queryKey, record),
  };
}
