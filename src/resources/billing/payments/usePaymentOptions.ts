import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { paymentOptions } from '#schema/paymentReference.ts';
import { http } from '../../../core/http.ts';

export type PaymentOptions = z.infer<typeof paymentOptions>;

/** What this server takes, and where transfers go. */
export const usePaymentOptions = () =>
  useQuery({
    queryKey: ['paymentOptions'],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: PaymentOptions }>('/v1/credit/payment/methods/', { signal })).data,
  });
