import { z } from 'zod';
import { recipients } from './compose.ts';

/** GET /v1/sms/compose/{uuid}/recipients/ (ours): whom one of the caller's campaigns was addressed to, to write it again. */
export const campaignRecipients = z.object({
  /**
   * As they were given, without what no longer exists. Null if they are not known: a retry, a test message, a campaign of an
   * earlier version, or one whose messages were removed because of their age.
   */
  recipients: recipients.nullable(),
  /** Name of the file and how many rows it has; null without a file. */
  file: z.object({ name: z.string(), rows: z.int() }).nullable(),
  /** What it was addressed to and no longer exists: how many groups, and whether its file. */
  missing: z.object({ groups: z.int(), file: z.boolean() }),
});
export type CampaignRecipients = z.infer<typeof campaignRecipients>;
