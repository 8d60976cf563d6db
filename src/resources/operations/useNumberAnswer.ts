import { useQuery } from '@tanstack/react-query';
import { readPhone } from '#schema/phone.ts';
import { HttpError, http } from '../../core/http.ts';
import { useSettled } from '../../core/useSettled.ts';

/**
 * The server's answer about a number that is being typed, once it is whole. `problem` is what is wrong with the number, or
 * empty; `data` is undefined until the answer is about what is typed now.
 */
export function useNumberAnswer<T>(
  path: string,
  typed: string,
  {
    about = {},
    ...options
  }: { about?: Record<string, string>; with?: unknown; refetchInterval?: number } = {},
): { data: T | undefined; problem: string } {
  const now = JSON.stringify({ phone: typed.trim(), ...about });
  const settled = useSettled(now);
  const query = JSON.parse(settled) as { phone: string };
  const { problem: wrong } = readPhone(query.phone);
  const isWhole = wrong !== 'too-short' && wrong !== 'empty';
  const { data, error } = useQuery({
    queryKey: ['numberAnswer', path, query, options.with],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: T }>(`${path}?${new URLSearchParams(query)}`, { signal })).data,
    enabled: isWhole,
    retry: false,
    refetchInterval: options.refetchInterval,
  });
  const failed = isWhole && error instanceof HttpError ? error : undefined;
  const isCurrent = isWhole && settled === now && !failed;
  return {
    data: isCurrent ? data : undefined,
    problem: failed ? (Object.values(failed.body.errors ?? {})[0]?.[0] ?? failed.message) : '',
  };
}
