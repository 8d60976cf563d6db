import { z } from 'zod';
import { messageBody } from './messageBody.ts';
import { sentMoment } from './moments.ts';
import { operators } from './phone.ts';
import { column } from './sheetImport.ts';
import { sheetChoice } from './sheets/sheetChoice.ts';
import { BODY_MAX } from './sms.ts';

/** The most numbers that may be pasted; more come as a file. */
export const PASTED_MAX = 10_000;

/** The most recipients of an urgent message. */
export const URGENT_MAX = 100;

/** Why a recipient is not sent to. */
export const refusals = [
  'invalid',
  'unknown-operator',
  'duplicate',
  'blacklisted',
  'missing-value',
  'too-long',
  'bad-character',
  'blocked-keyword',
] as const;
export type Refusal = (typeof refusals)[number];

/** Where recipients come from; the three kinds may be combined. */
const recipients = z.strictObject({
  numbers: z.array(z.string().max(200)).max(PASTED_MAX).optional(),
  groups: z.array(z.uuid()).max(50).optional(),
  /** The reference of an uploaded CSV or XLSX and the header of its phone column; a placeholder takes
   * the column of its own name, or the one that `columns` names for it. */
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
  name: z.string().trim().min(1, 'Required').max(120),
  sender: z.uuid(),
  body: messageBody,
  recipients,
  scheduled_at: sentMoment().nullish(),
  urgent: z.boolean().default(false),
};

/** Where it is asked what a request to `path` would do: nothing is ever sent or charged there. */
export const planPath = (path: string): string => `${path}plan/`;

/** The body of POST /v1/sms/compose/plan/: a message as it would be sent. Its name is of no account. */
export const planInput = z.strictObject({ ...message, name: message.name.optional() });

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
export const composeInput = z.strictObject({
  ...message,
  dry_run: z.literal(false).default(false),
  plan: z.uuid().nullish(),
  cost: z.int().min(0).nullish(),
  max_cost: z.int().min(0).nullish(),
  test: z.boolean().nullish(),
});
export type ComposeInput = z.infer<typeof composeInput>;

export const testInput = z.strictObject({
  sender: z.uuid(),
  body: messageBody,
  phone: z.string().trim().min(1, 'Required').max(30),
  /** Sample values for the body's placeholders. */
  values: z.record(z.string().max(500), z.string().max(BODY_MAX)).default({}),
});

const refused = z.object({
  /** Where the recipient came from; `campaign` is one that failed there and is tried again. */
  source: z.enum(['numbers', 'group', 'file', 'campaign']),
  /** Line of the sheet (the header is line 1) or place among the numbers (from 1); null for the rest. */
  row: z.int().nullable(),
  value: z.string(),
  refusal: z.enum(refusals),
  /** For people: which rule, which earlier row, which placeholder, the blacklist's own reason. */
  reason: z.string(),
});

/** What sending would do. Money is in minor units; `price` is per part and may be fractional. */
export const plan = z.object({
  uuid: z.uuid(),
  expires_at: z.iso.datetime(),
  given: z.int(),
  recipients: z.int(),
  /**
   * Rows that the uploaded workbook hides, of those below its header: they are recipients like others, or left out where
   * the request says `hidden_rows: skip`. A plan of an earlier version does not say it.
   */
  hidden_rows: z.int().optional(),
  refused: z.object({
    invalid: z.int(),
    /** The number plan has no operator for the number's first digits. */
    'unknown-operator': z.int(),
    duplicate: z.int(),
    blacklisted: z.int(),
    'missing-value': z.int(),
    'too-long': z.int(),
    /** A value brings a control character or one that turns the direction of the text. */
    'bad-character': z.int(),
    'blocked-keyword': z.int(),
  }),
  /** The first hundred; all of them as CSV at `{path}plan/{uuid}/refused/`. */
  refused_rows: z.array(refused),
  operators: z.array(
    z.object({
      operator: z.enum(operators),
      messages: z.int(),
      parts: z.int(),
      package_parts: z.int(),
      price: z.number(),
      amount: z.number(),
      /** A closed operator: its messages will hardly arrive, and cost all the same. */
      closed: z.boolean(),
    }),
  ),
  encodings: z.object({ 'GSM-7': z.int(), 'UCS-2': z.int() }),
  parts: z.int(),
  package_parts: z.int(),
  cost: z.int(),
  /** Both null without `balancePair`. */
  balance: z.int().nullable(),
  balance_after: z.int().nullable(),
  sufficient: z.boolean(),
  /** The day's total is above the provider's limit: the campaign waits for approval before anything is sent. */
  needs_approval: z.boolean().optional(),
  /**
   * With a limit: `total` recipients would be sent to on `day` (a calendar day in Nepal) without approval, this campaign
   * and the account's others together, retries and test messages included. More than `above` need approval.
   */
  approval: z.object({ above: z.int(), day: z.iso.date(), total: z.int() }).nullish(),
  /** Only the operator simulator would get it: no phone does. */
  test: z.boolean().optional(),
  /** A test that costs nothing; `price` is what it would. */
  is_free: z.boolean().optional(),
  /** No operator is connected: it can be planned, not sent (`no_operator`). */
  no_operator: z.boolean().optional(),
  /** The first few messages as their recipients would read them. */
  samples: z.array(z.object({ phone: z.string(), text: z.string(), parts: z.int() })),
});
export type Plan = z.infer<typeof plan>;
