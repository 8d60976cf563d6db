import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NumberPlan, numberPlanOf } from '#schema/numberRanges.ts';
import type { SmsConfig } from '#schema/smsConfig.ts';
import { http } from '../core/http.ts';

/** What sending costs the account now, its limits and the number plan; undefined while that is not known. */
export const useSmsConfig = (): SmsConfig | undefined =>
  useQuery({
    queryKey: ['smsConfig'],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: SmsConfig }>('/v1/sms/configs/', { signal })).data,
  }).data;

/** The number plan of today; undefined while it is not known, and where the server does not tell it. */
export function useNumberPlan(): NumberPlan | undefined {
  const ranges = useSmsConfig()?.ranges;
  return useMemo(() => ranges && numberPlanOf(ranges), [ranges]);
}
