import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NumberPlan, numberPlanOf } from '#schema/numberRanges.ts';
import type { SmsConfig } from '#schema/smsConfig.ts';
import { dataOf } from '../core/dataOf.ts';
import { http } from '../core/http.ts';

/** Current price of sending for the account, its limits and the number plan; undefined while unknown. */
export const useSmsConfig = (): SmsConfig | undefined =>
  useQuery({
    queryKey: ['smsConfig'],
    queryFn: async ({ signal }) => dataOf<SmsConfig>(await http.json('/v1/sms/configs/', { signal })),
  }).data;

/** Today's number plan; undefined while unknown, and if the server does not provide it. */
export function useNumberPlan(): NumberPlan | undefined {
  const ranges = useSmsConfig()?.ranges;
  return useMemo(() => ranges && numberPlanOf(ranges), [ranges]);
}
