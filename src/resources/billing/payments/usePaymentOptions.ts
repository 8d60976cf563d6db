import { useQuery } from '@tanstack/react-query';
import type { PaymentOptions } from '#schema/paymentReference.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

/**
 * For a server without payment options: a payment from outside, named by its reference. Its staff know where
 * it goes.
 */
const PLAIN: PaymentOptions = { methods: ['bank', 'cash', 'cheque'], instructions: '' };

/** The accepted payment methods, and where to transfer money. */
export const usePaymentOptions = (isAsked = true, refetchInterval: number | false = false) => {
  const isOffered = offers('payment-methods');
  return useQuery({
    enabled: isOffered && isAsked,
    refetchInterval,
    ...(!isOffered && { initialData: PLAIN }),
    queryKey: ['paymentOptions'],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: PaymentOptions }>('/v1/credit/payment/methods/', { signal })).data,
  });
};
