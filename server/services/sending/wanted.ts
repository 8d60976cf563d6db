import { createHash } from 'node:crypto';
import { VIBER_MAX, viberLength } from '#schema/channel.ts';
import type { ComposeInput } from '#schema/compose.ts';
import { placeholders } from '#schema/sms.ts';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';
import { senderName, viberName } from './approvedSender.ts';
import { type Destination, destinationOf, viberDestination } from './destination.ts';
import { tooLongForViber } from './recipients.ts';

/** The parts of a request that determine recipients, texts, sender and urgency. */
export type Wanted = Pick<ComposeInput, 'sender' | 'body'> & {
  recipients: unknown;
  urgent?: boolean;
  /** Over Viber: the identity, and the minutes until an SMS is sent (null: none). */
  viber?: { identity: string; fallback: number | null } | undefined;
};

/** Of what a plan is made for: it is accepted only for the same. */
export const hashOf = ({ sender, body, recipients, viber }: Wanted): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([sender, body, recipients, ...(viber ? [viber] : [])]))
    .digest();

/** The part of a request that chooses the channel, as a plan wants it. */
export const viberOf = ({
  channel,
  viber_identity,
  fallback_minutes,
}: Pick<ComposeInput, 'channel' | 'viber_identity' | 'fallback_minutes'>): Wanted['viber'] =>
  channel === 'viber' && viber_identity
    ? { identity: viber_identity, fallback: fallback_minutes ?? null }
    : undefined;

/** The names of the senders. Throws an error of the field of one that is not approved. */
export async function sendersOf(
  db: Db,
  account: string,
  { sender, viber }: Wanted,
): Promise<{ sender: string; viber: string | null }> {
  const identity = viber ? await viberName(db, account, viber.identity) : null;
  // Without fallback no SMS is sent, which would need a sender ID.
  if (viber && !sender) return { sender: identity as string, viber: identity };
  return { sender: await senderName(db, account, sender ?? ''), viber: identity };
}

/** Where a campaign accepted now would be sent. */
export const destinationFor = (db: Db, { viber }: Pick<Wanted, 'viber'>): Promise<Destination> =>
  viber ? viberDestination(db, viber.fallback) : destinationOf(db);

/** Refuses a text that is too long for Viber; one with placeholders is checked for each recipient. */
export function refuseLong({ body, viber }: Wanted): void {
  const characters = viber && placeholders(body).length === 0 ? viberLength(body) : 0;
  if (characters > VIBER_MAX) throw invalidField('body', tooLongForViber(characters));
}

/** The audit log's action: a retry of failed recipients, a test message, or a campaign. */
export function actionOf({ recipients }: Wanted): 'send' | 'retry' | 'send-test' {
  const source = Object(recipients) as object;
  return 'failed_of' in source ? 'retry' : 'test' in source ? 'send-test' : 'send';
}
