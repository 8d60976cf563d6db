import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MarginReport } from '#schema/marginReport.ts';
import type { Report } from '#schema/report.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { http } from '../../../core/http.ts';

/** Refetch interval in milliseconds, for the messages that are being sent. */
const POLL = 30_000;

/** A report of `path` with its period; the former one of the same kind stays until the answer comes. */
export const useReport = (path: string, query: URLSearchParams, enabled: boolean) => {
  const by = query.get('by');
  return useQuery({
    queryKey: ['report', path, by, query.toString()],
    queryFn: async ({ signal }) => ({
      report: dataOf<Report | MarginReport>(await http.json(`${path}?${query}`, { signal })),
      from: query.get('from') ?? '',
      until: query.get('until') ?? '',
    }),
    enabled,
    // Another kind has other rows: its names would be wrong.
    placeholderData: (former, request) =>
      request?.queryKey[1] === path && request.queryKey[2] === by ? keepPreviousData(former) : undefined,
    refetchInterval: ({ state }) => (state.error ? false : POLL),
    retry: false,
  });
};
