import { one } from '#schema/entity.ts';
import type { Pair } from '#schema/permissions.ts';
import { operators } from '#schema/phone.ts';
import { PARTS_MAX } from '#schema/sms.ts';
import { smsConfig as schema } from '#schema/smsConfig.ts';
import type { Module } from '../deps.ts';
import { pricesOf } from '../services/money/pricing.ts';
import { rangesInForce } from '../services/platform/numbers.ts';
import { readDelivery } from '../services/sending/deliverySettings.ts';
import { destinationOf } from '../services/sending/destination.ts';

/** For senders, and for users who compare packages with the wallet's prices. */
const readers: readonly Pair[] = [
  ['bulk-sms', 'post'],
  ['package-list', 'get'],
];

/** Current price and limits of sending for the caller's account. */
export const smsConfig: Module = (app, { db }) =>
  app.get(
    '/v1/sms/configs/',
    {
      config: { access: { anyOf: readers } },
      schema: { tags: ['sms'], response: { 200: one(schema) } },
    },
    async (request) => {
      const prices = await pricesOf(db, request.caller.account, operators);
      const { validity_hours, quiet_hours, urgent_max } = await readDelivery(db);
      const { kind, isFree } = await destinationOf(db);
      return {
        data: {
          prices: [...prices].map(([operator, { price }]) => ({ operator, price })),
          destination: kind,
          is_free: isFree,
          ranges: await rangesInForce(db),
          parts_max: PARTS_MAX,
          validity_hours,
          quiet_hours,
          urgent_max,
        },
      };
    },
  );
