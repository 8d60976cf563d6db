import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trial, TrialRefusal, trialMessage } from '#schema/trial.ts';
import { TRIAL_PARTS } from '#schema/trialFacts.ts';
import type { Db } from '../../db/database.ts';
import { requireSchema } from '../../db/migrate.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { destinationOf } from './destination.ts';
import type { AcceptedCampaign } from './failover/memory.ts';
import { loadKeywords, refuseKeywords } from './keywords.ts';
import { requireRendered } from './renderedText.ts';
import { hasSamples } from './trialSamples.ts';
import { sendFree } from './trialSending.ts';
import { readTrial } from './trialSettings.ts';

/** Free messages that a trial has sent: `used` counts its codes, too. */
const sent = sql`(used - codes)`;

/** What the server's configuration says of trials. */
export interface TrialRules {
  /** Whether people see messages that go to the simulator: only then can they read their code there. */
  showsSimulated: boolean;
}

/** The sender's name while only the simulator takes messages and none is set. */
const SIMULATED = 'TRIAL';

const refusals: Record<TrialRefusal, string> = {
  approved:
    'Your account is approved, so the free trial has ended. Nothing was sent. Use your own sender ID.',
  not_offered: 'Your provider does not offer free trial messages. Nothing was sent.',
  no_operator: 'No operator is connected yet, so no trial message would arrive. Nothing was sent.',
};

/** What an account's trial offers. */
interface Offer {
  /** The sender's name of its messages. */
  sender: string;
  /** How many free messages it has in all. */
  messages: number;
}

/** An account's trial now, or why there is none. */
async function offerOf(
  db: Db,
  account: string,
  { showsSimulated }: TrialRules,
): Promise<(Offer & { refusal: null }) | { sender: null; messages: number; refusal: TrialRefusal }> {
  const { trial_enabled, trial_sender: sender, trial_messages: messages } = await readTrial(db);
  const no = (refusal: TrialRefusal) => ({ sender: null, messages, refusal });
  const { rows } = await sql<{ ended: boolean }>`
    SELECT kyc_status = 'approved' OR is_provider AS ended FROM account WHERE uuid = ${account}`.execute(db);
  if (rows[0]?.ended !== false) return no('approved');
  if (!trial_enabled) return no('not_offered');
  const { kind } = await destinationOf(db);
  if (kind === 'operator') return sender ? { sender, messages, refusal: null } : no('not_offered');
  return kind === 'simulator' && showsSimulated
    ? { sender: sender ?? SIMULATED, messages, refusal: null }
    : no('no_operator');
}

/** An account's trial. Throws `conflict` when there is none now. */
export async function requireOffer(trx: Db, account: string, rules: TrialRules): Promise<Offer> {
  const offer = await offerOf(trx, account, rules);
  if (offer.refusal) throw new Problem('conflict', refusals[offer.refusal]);
  return offer;
}

/** The trial of the caller's account. */
export async function trialOf(db: Db, { account }: Caller, rules: TrialRules): Promise<Trial> {
  const { sender, messages, refusal } = await offerOf(db, account, rules);
  const { rows } = await sql<Omit<Trial, 'sender' | 'refusal'>>`
    SELECT phone, verified_at IS NOT NULL AS verified,
      coalesce(verified_at IS NULL AND code_expires_at > now(), false) AS code_sent,
      greatest(0, ${messages} - ${sent})::int AS left, ${hasSamples} AS samples
    FROM trial t WHERE account = ${account}`.execute(db);
  const none = { phone: null, verified: false, code_sent: false, left: messages, samples: false };
  return { sender, refusal, ...(rows[0] ?? none) };
}

/**
 * Sends a message to the account's verified number, in the caller's transaction; returns the campaign. The count is
 * raised first, which locks the trial's row: concurrent requests wait for each other, and one too many is refused. Throws
 * `conflict` without a verified number, or when nothing is left or there is no trial; `invalid` for a text that cannot be
 * sent. Either way nothing is sent or counted.
 */
export async function sendTrial(
  trx: Db,
  caller: Caller,
  rules: TrialRules,
  { body, values }: z.infer<typeof trialMessage>,
): Promise<Omit<AcceptedCampaign, 'at'>> {
  await requireSchema(trx);
  const { account, user } = caller;
  const { sender, messages } = await requireOffer(trx, account, rules);
  const phone = await takeMessage(trx, account, messages);
  const text = requireRendered(body, values);
  refuseKeywords(await loadKeywords(trx), text);
  const { accepted, parts } = await sendFree(trx, {
    ...{ account, user, sender, phone, body: text },
    name: `Trial message to ${phone}`,
  });
  if (parts > TRIAL_PARTS) {
    throw invalidField(
      'body',
      `A trial message can have ${TRIAL_PARTS} parts; this one has ${parts}. Shorten it.`,
    );
  }
  await audit(trx, caller, {
    ...{ action: 'send-trial', entity: 'admin/campaigns', record: accepted.uuid, title: accepted.name },
    after: { phone, parts },
  });
  return accepted;
}

/** Counts one of the messages of an account's trial and returns its number. */
async function takeMessage(trx: Db, account: string, messages: number): Promise<string> {
  const { rows } = await sql<{ phone: string }>`
    UPDATE trial SET used = used + 1
    WHERE account = ${account} AND verified_at IS NOT NULL AND ${sent} < ${messages} RETURNING phone`.execute(
    trx,
  );
  if (rows[0]) return rows[0].phone;
  const { rows: found } = await sql<{ verified: boolean }>`
    SELECT verified_at IS NOT NULL AS verified FROM trial WHERE account = ${account}`.execute(trx);
  throw new Problem(
    'conflict',
    found[0]?.verified
      ? `You have used all ${messages} free messages. Complete the steps on the dashboard to send more.`
      : 'Confirm your mobile number first. Nothing was sent.',
  );
}
