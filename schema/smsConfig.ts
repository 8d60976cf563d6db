import { z } from 'zod';
import { operators } from './phone.ts';

/** GET /v1/sms/configs/: the current price and limits of sending for the caller's account. */
export const smsConfig = z.object({
  /** Minor units per message part, VAT included, to four decimals; charged to the wallet when no package applies. */
  prices: z.array(z.object({ operator: z.enum(operators), price: z.number() })),
  /** Who receives messages that are sent now: operators, the simulator (no phone does), or nobody. */
  destination: z.enum(['operator', 'simulator', 'none']).optional(),
  /** Nothing is charged for what is sent now: a test that is no demonstration. */
  is_free: z.boolean().optional(),
  /**
   * Today's number plan: numbers that begin with `prefix` (E.164) belong to this operator; the longest prefix wins. Numbers
   * outside all ranges get no messages.
   */
  ranges: z
    .array(z.object({ prefix: z.string(), operator: z.enum(operators), closed: z.boolean() }))
    .optional(),
  /** Maximum parts of a message. */
  parts_max: z.int(),
  /** Hours that an operator keeps trying to deliver a message. */
  validity_hours: z.int(),
  /** `22:00-07:00` (Asia/Kathmandu) when only urgent messages are sent; null when there are no quiet hours. */
  quiet_hours: z.string().nullable(),
  /** Recipients that an urgent campaign can have; 0: no campaign can be urgent. */
  urgent_max: z.int().optional(),
});
export type SmsConfig = z.infer<typeof smsConfig>;
