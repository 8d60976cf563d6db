import { z } from 'zod';
import { channels } from './channel.ts';
import { operators } from './phone.ts';

/** Messages handed to operators or refused by them; `failed` is not delivered, expired or rejected. */
const counts = { sent: z.int(), delivered: z.int(), failed: z.int() };

/** GET /v1/sms/compose/{uuid}/results/: the results of a campaign's messages, by operator, by reason and over time. */
export const campaignResults = z.object({
  /**
   * How many messages of a large campaign were read, spread over it; all counts are then estimates for the whole campaign.
   * Null: all were counted.
   */
  sampled: z.int().nullable(),
  operators: z.array(z.object({ operator: z.enum(operators), messages: z.int(), ...counts })),
  /**
   * Of a campaign over Viber, by the channel that each message was sent over in the end; `read`: in Viber; `waiting`: Viber
   * has it, and has not delivered yet. Optional for servers.
   */
  channels: z
    .array(
      z.object({ channel: z.enum(channels), messages: z.int(), ...counts, read: z.int(), waiting: z.int() }),
    )
    .optional(),
  /** The most frequent reasons of failed and unknown messages, as in a message's `error`; null: none was given. */
  reasons: z.array(
    z.object({
      status: z.enum(['undelivered', 'expired', 'rejected', 'unknown']),
      error: z.string().nullable(),
      messages: z.int(),
    }),
  ),
  /**
   * Messages by when they were sent, from the first to the last, in at most 25 periods of `seconds`. A period without messages
   * is there too. Empty before the first.
   */
  times: z.object({
    seconds: z.int(),
    points: z.array(z.object({ at: z.iso.datetime(), ...counts })),
  }),
});
export type CampaignResults = z.infer<typeof campaignResults>;
