import { z } from 'zod';
import { type Channel, channels, fallbackMinutes } from './channel.ts';
import { messageBody } from './messageBody.ts';
import { sentMoment } from './moments.ts';
import { operators } from './phone.ts';
import { column } from './sheetImport.ts';
import { sheetChoice } from './sheets/sheetChoice.ts';
import { shownName } from './shownText.ts';
import { BODY_MAX } from './sms.ts';

/** The most numbers that may be pasted; longer lists need a file. */
export const PASTED_MAX = 10_000;

/** The most recipients of an urgent message. */
export const URGENT_MAX = 100;

/** Why a recipient is excluded. */
export const refusals = [
  'invalid',
  'unknown-operator',
  'duplicate',
  'blacklisted',
  'missing-value',
  'too-long',
  'bad-character',
  'blocked-keyword',
  'sender-not-approved',
] as const;
export type Refusal = (typeof refusals)[number];

/** Where recipients come from; the three sources may be combined. */
export const recipients = z.strictObject({
  numbers: z.array(z.string().max(200)).max(PASTED_MAX).optional(),
  groups: z.array(z.uuid()).max(50).optional(),
  /**
   * The reference of an uploaded CSV or XLSX file and the header of its phone column. A placeholder takes the column of its
   * own name, or the one that `columns` names for it.
   */
  file: z
    .strictObject({
      reference: z.uuid(),
      phone: column,
      columns: z.record(z.string().max(500), z.string().max(500)).optional(),
      ...sheetChoice,
    })
    .nullish(),
});

const message = {
  name: shownName(120),
  /** The sender ID of the SMS; a Viber message without fallback needs none. */
  sender: z.uuid().nullish(),
  body: messageBody,
  recipients,
  channel: z.enum(channels).default('sms'),
  /** The approved Viber identity that sends it. */
  viber_identity: z.uuid().nullish(),
  /** An SMS is sent to those to whom Viber has not delivered after so many minutes; null: none. */
  fallback_minutes: fallbackMinutes.nullish(),
  scheduled_at: sentMoment().nullish(),
  urgent: z.boolean().default(false),
};

/** Adds an issue for each sender that the channel needs and lacks, and for what only Viber has. */
function requireSenders(
  asked: {
    channel: Channel;
    sender?: string | null | undefined;
    viber_identity?: string | null | undefined;
    fallback_minutes?: number | null | undefined;
  },
  context: z.RefinementCtx,
): void {
  const say = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { channel, fallback_minutes } = asked;
  const isViber = channel === 'viber';
  if (!asked.sender && (!isViber || fallback_minutes)) say('sender', 'Required');
  if (isViber && !asked.viber_identity) say('viber_identity', 'Required');
  if (!isViber && asked.viber_identity) say('viber_identity', ONLY_VIBER);
  if (!isViber && fallback_minutes) say('fallback_minutes', ONLY_VIBER);
}
const ONLY_VIBER = 'Only a message over Viber has this.';

/** The path that checks a request to `path`. It never sends or charges anything. */
export const planPath = (path: string): string => `${path}plan/`;

/** The body of POST /v1/sms/compose/plan/: a message as it would be sent. The name is ignored. */
export const planInput = z
  .strictObject({ ...message, name: message.name.optional() })
  .superRefine(requireSenders);

/**
 * The body of POST /v1/sms/compose/, which sends. It needs the `cost` of a plan (minor units), or `max_cost`, the most
 * that it may cost: when the price has changed meanwhile, or is more than that, the answer is 409 with the new plan.
 * `plan` names the plan to send, so that a large list is not read twice.
 * The same where the plan was a test and an operator has been connected since, or the other way round; `test` says which
 * of both is meant after that.
 * `urgent` is for a code or an alert to at most URGENT_MAX recipients: it is sent before everything else, in quiet
 * hours too.
 * `dry_run` asked for a plan in earlier versions, at this path. `true` is refused, so that an old program does not send by
 * mistake. `false` stays: a page of an earlier version says it when it repeats a request that got no answer.
 */
const sending = z.strictObject({
  ...message,
  dry_run: z.literal(false).default(false),
  plan: z.uuid().nullish(),
  cost: z.int().min(0).nullish(),
  max_cost: z.int().min(0).nullish(),
  test: z.boolean().nullish(),
});
export const composeInput = sending.superRefine(requireSenders);
/** The part of it that agrees to a plan. */
export const decisionInput = sending.pick({
  dry_run: true,
  plan: true,
  cost: true,
  max_cost: true,
  test: true,
});
export type ComposeInput = z.infer<typeof composeInput>;

/** The body of POST /v1/sms/compose/{uuid}/schedule/: another time for a campaign that is not sent yet; null: now. */
export const scheduleInput = z.strictObject({ scheduled_at: sentMoment().nullable() });

/** The body of POST /v1/sms/compose/test/: one message, over the channel of the campaign that it tests. */
export const testInput = z
  .strictObject({
    sender: message.sender,
    channel: message.channel,
    viber_identity: message.viber_identity,
    fallback_minutes: message.fallback_minutes,
    body: messageBody,
    phone: z.string().trim().min(1, 'Required').max(30),
    /** Sample values for the body's placeholders. */
    values: z.record(z.string().max(500), z.string().max(BODY_MAX)).default({}),
  })
  .superRefine(requireSenders);

const refused = z.object({
  /** Where the recipient came from; `campaign` means that it failed there and is retried. */
  source: z.enum(['numbers', 'group', 'file', 'campaign']),
  /** Line of the file (the header is line 1), or place among the pasted numbers (from 1); null otherwise. */
  row: z.int().nullable(),
  value: z.string(),
  refusal: z.enum(refusals),
  /** For people: the rule, earlier row, placeholder or blacklist reason that applies. */
  reason: z.string(),
});

/** A limit of recipients a day that are sent without approval, and the day's total with this campaign. */
const approvalLimit = z.object({ above: z.int(), day: z.iso.date(), total: z.int() });

/** The result of a check. Money is in minor units; `price` is per part and may be fractional. */
export const plan = z.object({
  uuid: z.uuid(),
  expires_at: z.iso.datetime(),
  given: z.int(),
  recipients: z.int(),
  /**
   * Hidden rows of the uploaded workbook, below its header. They count as recipients, unless the request has `hidden_rows:
   * skip`. Missing in plans of earlier versions.
   */
  hidden_rows: z.int().optional(),
  refused: z.object({
    invalid: z.int(),
    /** The number plan has no operator for the number's prefix. */
    'unknown-operator': z.int(),
    duplicate: z.int(),
    blacklisted: z.int(),
    'missing-value': z.int(),
    'too-long': z.int(),
    /** A value contains a control character or one that changes the direction of the text. */
    'bad-character': z.int(),
    'blocked-keyword': z.int(),
    /** The number's operator has not approved the sender ID. */
    'sender-not-approved': z.int(),
  }),
  /**
   * Recipients that are excluded because their operators have not approved the sender ID, and another sender ID of the
   * account that these have approved. Null if there are none; missing in answers of older servers.
   */
  sender_check: z
    .object({
      operators: z.array(z.object({ operator: z.enum(operators), recipients: z.int() })),
      alternative: z.object({ uuid: z.uuid(), name: z.string() }).nullable(),
    })
    .nullish(),
  /** The first hundred; `{path}plan/{uuid}/refused/` has all of them as CSV. */
  refused_rows: z.array(refused),
  operators: z.array(
    z.object({
      operator: z.enum(operators),
      messages: z.int(),
      parts: z.int(),
      package_parts: z.int(),
      /** Per part, or per Viber message. */
      price: z.number(),
      amount: z.number(),
      /** Of a Viber message with fallback: the price per part of its SMS. */
      sms_price: z.number().optional(),
      /** A closed operator: its messages will probably not be delivered, but are charged. */
      closed: z.boolean(),
    }),
  ),
  encodings: z.object({ 'GSM-7': z.int(), 'UCS-2': z.int() }),
  /**
   * Of a Viber message: what it costs if Viber delivers every one, and with fallback what it costs if it delivers none, in
   * minor units (possibly fractional). `cost` is then what is held: for each recipient the dearer of both.
   */
  viber: z
    .object({
      identity: z.string(),
      fallback_minutes: z.int().nullable(),
      viber_amount: z.number(),
      sms_amount: z.number().nullable(),
      sms_parts: z.int().nullable(),
    })
    .nullish(),
  parts: z.int(),
  package_parts: z.int(),
  cost: z.int(),
  /** All null without `balancePair`. The balance may fall to minus the credit limit. */
  balance: z.int().nullable(),
  balance_after: z.int().nullable(),
  credit_limit: z.int().nullish(),
  sufficient: z.boolean(),
  /** The day's total exceeds a limit of the provider or of the account, so the campaign needs approval before it is sent. */
  needs_approval: z.boolean().optional(),
  /**
   * Present when there is a limit: without approval, `total` recipients would be sent to on `day` (a calendar day in
   * Nepal). That counts this campaign and the account's others, retries and test messages included. More than `above` need
   * approval.
   */
  approval: approvalLimit.nullish(),
  /**
   * The same for the account's own limit, above which a colleague must approve first: it counts campaigns of people who do
   * not manage the team. Null for those who do.
   */
  colleague_approval: approvalLimit.nullish(),
  /**
   * Present when the account or the user (`own`) has a limit of messages a day: with this campaign, `total` would leave on `day` (a calendar day
   * in Nepal), those that wait for approval included. With more than `cap` the campaign is refused.
   */
  daily_cap: z
    .object({ cap: z.int(), day: z.iso.date(), total: z.int(), own: z.boolean().optional() })
    .nullish(),
  /** Only the operator simulator would receive it; no phone does. */
  test: z.boolean().optional(),
  /** A free test; `price` is what it would otherwise cost. */
  is_free: z.boolean().optional(),
  /** No operator is connected: the campaign can be checked but not sent (`no_operator`). */
  no_operator: z.boolean().optional(),
  /** The first few messages as their recipients would read them. */
  samples: z.array(z.object({ phone: z.string(), text: z.string(), parts: z.int() })),
});
export type Plan = z.infer<typeof plan>;
