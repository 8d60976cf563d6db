import { type Query, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { entityOf } from '../../../core/entities.ts';
import { HttpError, http } from '../../../core/http.ts';

const paymentReference = entityOf('wallet/topup-history');

/** Delays before each automatic check, in milliseconds; after that only the server continues. */
const LOOKS = [4_000, 6_000, 10_000, 20_000, 40_000];

/**
 * Why a payment is left to staff; null if it is not. Under a new key it is once the service does not know it: before, that is
 * not asked.
 */
export const staffNote = ({ note, answer }: CheckedPayment): CheckedPayment['note'] =>
  note === 'key_replaced' && answer !== 'not_found' ? null : note;

/** When to ask again after this many answers and failures; false if it would bring nothing new. */
export function pollDelay(
  payment: CheckedPayment | undefined,
  answers: number,
  error?: Error | null,
): number | false {
  const mayChange = payment
    ? payment.status === 'pending' && !staffNote(payment)
    : error instanceof HttpError && error.status >= 500;
  return (mayChange && LOOKS[answers - 1]) || false;
}

/**
 * An online payment: what is known immediately, and its service's answer. Only this server's check counts; the URL is not
 * read.
 */
export function useOnlinePayment(uuid: string) {
  /** Answers and failures from before the last click on Look again. */
  const former = useRef(0);
  const answers = useRef(0);
  const known = useQuery({
    queryKey: ['onlinePayment', uuid],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: PaymentReference }>(`${paymentReference.path}${uuid}/`, { signal })).data,
  });
  const look = useQuery({
    queryKey: ['onlinePayment', uuid, 'look'],
    queryFn: async ({ signal }) => {
      const path = `/v1/credit/payment/online/${uuid}/check/`;
      return (await http.json<{ data: CheckedPayment }>(path, { method: 'POST', signal })).data;
    },
    gcTime: 0,
    refetchInterval: ({ state }: Query<CheckedPayment>) => {
      answers.current = state.dataUpdateCount + state.errorUpdateCount;
      return pollDelay(state.data, answers.current - former.current, state.error);
    },
  });
  return {
    payment: look.data ?? known.data,
    looked: look.data,
    isAsking: look.isFetching,
    error: look.error,
    /** Asks again now, and restarts the automatic checks. */
    again() {
      former.current = answers.current;
      void look.refetch();
    },
  };
}

export type Online = ReturnType<typeof useOnlinePayment>;
