import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NumberPlan, numberPlanOf } from '#schema/numberRanges.ts';
import type { SmsConfig } from '#schema/smsConfig.ts';
import { dataOf } from '../core/dataOf.ts';
import { isObject } from '../core/errorTexts.ts';
import { http } from '../core/http.ts';

const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * The parts of an answer that the console uses, as far as they can be read: prices may be text, and lists may
 * be missing.
 */
export function readSmsConfig(answer: unknown): Partial<SmsConfig> {
  const config = dataOf(answer);
  if (!isObject(config)) return {};
  const prices = objects(config.prices)
    .map((one) => ({ ...one, price: Number(one.price ?? Number.NaN) }))
    .filter(({ price }) => !Number.isNaN(price));
  const ranges = objects(config.ranges).filter(({ prefix }) => typeof prefix === 'string');
  const { ranges: _, ...rest } = config;
  return { ...rest, prices, ...(ranges.length > 0 && { ranges }) } as Partial<SmsConfig>;
}

export const smsConfigQuery = queryOptions({
  queryKey: ['smsConfig'],
  queryFn: async ({ signal }) => readSmsConfig(await http.json('/v1/sms/configs/', { signal })),
});

/** Current price of sending for the account, its limits and the number plan; undefined while unknown. */
export const useSmsConfig = (): Partial<SmsConfig> | undefined => useQuery(smsConfigQuery).data;

/** Today's number plan; undefined while unknown, and if the server does not provide it. */
export function useNumberPlan(): NumberPlan | undefined {
  const ranges = useSmsConfig()?.ranges;
  return useMemo(() => ranges && numberPlanOf(ranges), [ranges]);
}
