import { z } from 'zod';
import { VALIDITY_HOURS_MAX } from '#schema/providerSettings.ts';
import { quietHours } from '#schema/quietHours.ts';

/** Mail, and messages to operators. */
export const sending = {
  // Mail
  /**
   * Mail server ([accounts](accounts.md)), if not as set in the console. Without one no mail is sent. Needs `MAIL_FROM` and
   * `PUBLIC_URL`.
   * @example smtps://user:password@mail.example.com:465
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://... or smtps://...' }).optional(),
  /**
   * Sender of mail: an address, or a name and an address.
   * @example Example SMS <sms@example.com>
   */
  MAIL_FROM: z.string().regex(/@/, 'an e-mail address').optional(),
  // Sending
  /**
   * Identifies the start of the machine where /proc does not: `%b` in systemd units (deploy/systemd).
   * @example 0f3c5b1e9a7d4c2fb8e6d1a2c3b4f5e6
   */
  BOOT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, '32 hex digits')
    .optional(),
  /**
   * Operator links, with spaces between, as `smpp://` or `smpps://` ([operators](operators.md)). More are added in the
   * console.
   * @example smpp://user:password@smsc.example.com:2775?window=100&rate=50
   */
  SMPP_URL: z.string().min(1).optional(),
  /**
   * `on` sends test messages to the operator simulator, which delivers to nobody and charges nobody. Without it: on in the
   * demonstration without `SMPP_URL`, else off.
   * @example on
   */
  SIMULATOR: z.enum(['on', 'off'], { error: 'on or off' }).optional(),
  /**
   * Sender ID of the free messages to their own number that customers can send before their account is approved
   * ([trial](sending.md#the-free-trial)), if not as set in the console. Your operators must have approved it.
   * @example TRYSMS
   */
  TRIAL_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits')
    .optional(),
  /** Port of the operator simulator. 0 picks a free one. */
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /**
   * Messages that a worker holds at once, and so the most that can become unknown when it is killed. Never more than two
   * seconds of sending.
   */
  DISPATCH_BATCH: z.coerce.number().int().min(1).max(5000).default(2000),
  /**
   * Hours for which an operator tries to deliver a message, if not as set in the console (24). For processes that do the work.
   * @example 24
   */
  VALIDITY_HOURS: z.coerce.number().int().min(1).max(VALIDITY_HOURS_MAX).optional(),
  /**
   * Months for which messages are kept after their own month (UTC), if not as set in the console
   * ([sending](sending.md#how-long-messages-stay)). For processes that do the work.
   * @example 13
   */
  MESSAGE_MONTHS: z.coerce.number().int().min(1).max(1200).optional(),
  /**
   * Nepal time in which only urgent messages are sent, if not as set in the console (off). For processes that do the work.
   * @example 22:00-07:00
   */
  QUIET_HOURS: quietHours.optional(),
};
