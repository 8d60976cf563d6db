import { useQuery } from '@tanstack/react-query';
import { VIBER_SENDING, type ViberSending } from '#schema/channel.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { campaignChannel } from '../../../crud/campaignChannel.ts';
import { useCustomerDashboard } from '../../../crud/useCustomerDashboard.ts';
import { useUser } from '../../../layout/useUser.ts';

type Sending = Partial<ViberSending>;

const useSending = () =>
  useQuery({
    queryKey: ['viberSending'],
    queryFn: async ({ signal }) => dataOf<Sending>(await http.json(VIBER_SENDING, { signal })),
    enabled: offers('viber'),
  });

/** What the account can send over Viber with; undefined while it is unknown, and where the server does not offer it. */
export const useViber = (): Sending | undefined => useSending().data;

/**
 * The Viber identity that a new message of an account without sender IDs starts with; null: it starts as an SMS, undefined: not
 * known yet.
 */
export function useViberStart() {
  const isExpected = useUser()?.viber === true;
  const { data, isLoading: isDashboardLoading } = useCustomerDashboard(true);
  const { data: sending, isLoading } = useSending();
  if (isDashboardLoading || isLoading) return isExpected ? undefined : null;
  const isViber = data?.senders && campaignChannel(data.senders) === 'viber';
  return (isViber && sending?.identities?.[0]) || null;
}
