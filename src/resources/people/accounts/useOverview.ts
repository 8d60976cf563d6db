import { useQuery } from '@tanstack/react-query';
import type { AccountOverview } from '#schema/account.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

const entity = entityOf('admin/accounts');

/** The current state of an account. Refetched together with its record. */
export const useOverview = (account: string, balance?: number) =>
  useQuery({
    queryKey: [entity.name, 'overview', account, balance],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: AccountOverview }>(`${entity.path}${account}/overview/`, { signal })).data,
    enabled: offers('account-overview'),
  });
