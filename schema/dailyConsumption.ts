import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { operators } from './phone.ts';

const count = () => field('integer', z.int(), { write: 'never' });

/**
 * What an account used and sent on one day (Asia/Kathmandu). `messages`, `parts` and `amount` are what was charged on the
 * day, less what was released on it: the sums of the consumption history. `amount` may be fractional paisa. `sent` went to
 * the operators on that day; `delivered` and `failed` (undelivered, expired, rejected) are the results of these messages,
 * whenever they became known. `test` is how many of `sent` went to the operator simulator.
 *
 * One record a day, with `operator` null; with a filter on operator, one per day and operator.
 */
export const dailyConsumption = defineEntity({
  name: 'wallet/daily-consumption',
  path: '/v1/credit/daily-consumption/',
  aliases: ['/v1/credit/daily_consumption/'],
  read: ['credit-daily-consumption', 'get'],
  title: 'day',
  order: '-day',
  fields: {
    day: field('text', z.iso.date(), { write: 'never', sort: true, filter: 'range' }),
    operator: field('choice', z.enum(operators).nullable(), {
      write: 'never',
      list: false,
      filter: 'equals',
      choices: operators,
    }),
    sent: count(),
    test: count(),
    delivered: count(),
    failed: count(),
    messages: count(),
    parts: count(),
    amount: field('price', z.number(), { write: 'never' }),
  },
});
export type DailyConsumption = z.infer<typeof dailyConsumption.record>;
