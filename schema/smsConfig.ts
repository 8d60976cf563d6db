import { z } from 'zod';
import { operators } from './phone.ts';

/** GET /v1/sms/configs/: what sending costs the caller's account now, and its limits. */
export const smsConfig = z.object({
  /** Minor units per message part, VAT included, to four decimals; the wallet pays it where no package does. */
  prices: z.array(z.object({ operator: z.enum(operators), price: z.number() })),
  /** Who gets messages that are sent now: operators, the simulator (no phone does), or nobody. */
  destination: z.enum(['operator', 'simulator', 'none']).optional(),
  /**
   * The number plan of today: numbers that begin with `prefix` (E.164) are of this operator, the longest prefix decides. Of
   * a number in no range nobody is the operator, and it gets no message.
   */
  ranges: z
    .array(z.object({ prefix: z.string(), operator: z.enum(operators), closed: z.boolean() }))
    .optional(),
  /** Parts that one message may have. */
  parts_max: z.int(),
  /** Hours that an operator keeps trying to deliver a message. */
  validity_hours: z.int(),
  /** `22:00-07:00` (Asia/Kathmandu) when nothing is sent; null where there is no such time. */
  quiet_hours: z.string().nullable(),
});
export type SmsConfig = z.infer<typeof smsConfig>;
