import { useQuery } from '@tanstack/react-query';
import { VIBER_SENDING, type ViberSending } from '#schema/channel.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

/** What the account can send over Viber with; undefined while it is unknown, and where the server does not offer it. */
export function useViber(): Partial<ViberSending> | undefined {
  const { data } = useQuery({
    queryKey: ['viberSending'],
    queryFn: async ({ signal }) => dataOf<Partial<ViberSending>>(await http.json(VIBER_SENDING, { signal })),
    enabled: offers('viber'),
  });
  return data;
}
