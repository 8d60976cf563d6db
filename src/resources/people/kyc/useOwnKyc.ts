import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { entityOf } from '../../../core/entities.ts';
import { unreadable } from '../../../core/errorTexts.ts';
import { HttpError, http } from '../../../core/http.ts';
import { readPage, readRecord } from '../../../core/records.ts';
import { useUser } from '../../../layout/useUser.ts';

const kyc = entityOf('kyc');

/** How often to look whether a pending record was decided, in milliseconds. */
const PENDING_EVERY = 5000;

export const whilePending = (status: unknown): number | false =>
  status === 'pending' ? PENDING_EVERY : false;

/**
 * The record of one's own account, null where nothing was submitted yet. While it is pending it is asked for
 * again and again, so that the decision is seen without a reload.
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
    /** Asks again; answers what there is now, undefined when that is not known. */
    look: async (): Promise<Kyc | KycState | null | undefined> => {
      const answer = await refetch();
      return answer.isSuccess ? answer.data : undefined;
    },
    /** Puts in place what the server has just answered. */
    put: (record: Kyc | KycState) => client.setQueryData(queryKey, record),
  };
}
