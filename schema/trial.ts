import { z } from 'zod';
import { messageBody } from './messageBody.ts';
import { sentCode } from './signup.ts';
import { BODY_MAX } from './sms.ts';

/** Free messages of an account before it is approved, until the provider chooses another number. */
export const TRIAL_MESSAGES = 10;
/** The most that a provider can choose; the table's CHECK has the same number. */
export const TRIAL_MESSAGES_MAX = 100;
/** The most codes that an account can request, and that are sent to one number in a day over all accounts. */
export const TRIAL_CODES = 5;
export const TRIAL_CODES_A_DAY = 3;

/** Why there is no trial now: the account is approved, the provider offers none, or no operator would deliver it. */
const trialRefusals = ['approved', 'not_offered', 'no_operator'] as const;
export type TrialRefusal = (typeof trialRefusals)[number];

/** GET TRIAL (ours): the trial of the caller's account. */
export const trial = z.object({
  /** Null while messages can be sent. */
  refusal: z.enum(trialRefusals).nullable(),
  /** The sender's name that the messages show; null with a refusal. */
  sender: z.string().nullable(),
  /** E.164: the verified number, or the one that the last code was sent to. */
  phone: z.string().nullable(),
  verified: z.boolean(),
  /** Whether a code was sent that can still be entered. */
  code_sent: z.boolean(),
  /** Free messages; codes are none of them. */
  left: z.int(),
  /** Whether some of the sample template and contacts are still there. */
  samples: z.boolean(),
});
export type Trial = z.infer<typeof trial>;

/** POST TRIAL code/: sends a code to a number. `outbox`: where the demonstration shows it. */
export const trialCode = z.strictObject({ phone: z.string().trim().min(1, 'Required').max(30) });
export const trialCodeSent = trial.extend({ outbox: z.string().optional() });
export type TrialCodeSent = z.infer<typeof trialCodeSent>;

/** POST TRIAL verify/: proves the number, once and for ever. */
export const trialVerify = z.strictObject({
  code: sentCode,
});

/** POST TRIAL send/: one message to the verified number, and to no other. */
export const trialMessage = z.strictObject({
  body: messageBody,
  /** Values of the body's placeholders. */
  values: z.record(z.string().max(500), z.string().max(BODY_MAX)).default({}),
});

/** The answer: the trial afterwards, and the campaign that the message became. */
export const trialSent = trial.extend({ campaign: z.uuid() });
export type TrialSent = z.infer<typeof trialSent>;
