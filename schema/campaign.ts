import { z } from 'zod';
import { campaignStatuses } from './campaignState.ts';
import { channels, fallbackMinutes } from './channel.ts';
import { plan } from './compose.ts';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { operators } from './phone.ts';
import { waitsForChoices } from './waitsFor.ts';

const count = () => field('integer', z.int(), { write: 'never', list: false });
const time = (list = false) =>
  field('datetime', z.iso.datetime().nullable(), { write: 'never', list, sort: list, filter: 'range' });
const sibling = () => field('reference', z.uuid().nullable(), { write: 'never', list: false, of: 'sms' });

/**
 * A bulk message to many recipients. A `draft` waits for the provider's approval, with its money held. The counts are of
 * messages; `queued` includes those that a worker has claimed. `cost` is the amount held from the wallet, in minor units;
 * the cost to display is `costOf` (campaignState.ts).
 */
export const campaign = defineEntity({
  name: 'sms',
  path: '/v1/sms/compose/',
  read: ['campaign-list', 'get'],
  tenancy: 'staff',
  title: 'name',
  fields: {
    name: field('text', z.string(), { write: 'never', search: true }),
    status: choice(campaignStatuses, { write: 'never' }),
    sender: field('text', z.string(), { write: 'never', filter: 'equals' }),
    /**
     * What it is sent over; for Viber the name of the identity, and after how many minutes an SMS is sent to those to whom
     * Viber has not delivered (null: never). Optional for servers.
     */
    channel: field('choice', z.enum(channels).optional(), {
      ...{ write: 'never', list: false, filter: 'equals', choices: channels },
    }),
    viber: field('text', z.string().nullish(), { write: 'never', list: false }),
    fallback_minutes: field('integer', fallbackMinutes.nullish(), { write: 'never', list: false }),
    account: ofAccount.account,
    body: field('longText', z.string(), { write: 'never', list: false }),
    /** UCS-2 if any message needs it; `encodings` says how many do. */
    encoding: choice(['GSM-7', 'UCS-2'], { write: 'never', list: false }),
    /** Accepted messages by encoding; null when it is no longer known. */
    encodings: field('attributes', plan.shape.encodings.nullable(), { write: 'never', list: false }),
    recipients: field('integer', z.int(), { write: 'never' }),
    queued: count(),
    submitted: count(),
    delivered: field('integer', z.int(), { write: 'never' }),
    undelivered: count(),
    expired: count(),
    rejected: count(),
    cancelled: count(),
    unknown: count(),
    parts: field('integer', z.int(), { write: 'never' }),
    package_parts: count(),
    cost: field('money', z.int(), { write: 'never' }),
    captured: field('money', z.int(), { write: 'never', list: false }),
    released: field('money', z.int(), { write: 'never', list: false }),
    /** Why the campaign failed, was stopped or is held: the server's reason or the text that staff wrote. */
    error: field('text', z.string().nullable(), { write: 'never', list: false }),
    /** It `failed` because a colleague or the provider's staff rejected it. Optional for servers. */
    not_approved: field('boolean', z.boolean().optional(), { write: 'never', list: false }),
    /** Paused by the provider's staff; only they can resume it. `error` says why. */
    held: field('boolean', z.boolean(), { write: 'never', list: false }),
    /** Its sender ID is suspended: nothing of it is sent until staff restore that. Older servers do not report it. */
    sender_suspended: field('boolean', z.boolean().optional(), { write: 'never', list: false }),
    /** Whose approval a draft waits for: a colleague's first, then the provider's. Optional for servers. */
    waits_for: field('text', z.enum(waitsForChoices).nullish(), { write: 'never', list: false }),
    /** Who created it, and who may approve it while it waits for a colleague (names). Optional for servers. */
    user: field('text', z.uuid().optional(), { write: 'never', list: false }),
    maker: field('text', z.string().nullish(), { write: 'never', list: false }),
    approvers: field('text', z.array(z.string()).nullish(), { write: 'never', list: false }),
    /** The colleague who approved or rejected it (a name), and when. */
    colleague_by: field('text', z.string().nullish(), { write: 'never', list: false }),
    colleague_at: field('datetime', z.iso.datetime().nullish(), { write: 'never', list: false }),
    /** Operators whose messages wait because no link to them works: there is none, or all are paused or down. */
    unreachable: field('text', z.array(z.enum(operators)), { write: 'never', list: false }),
    /** Operators whose messages wait because they have not approved the sender ID any more. Optional for servers. */
    unapproved_by: field('text', z.array(z.enum(operators)).optional(), { write: 'never', list: false }),
    /** Sent to the operator simulator, so no phone received it. Optional for servers. */
    test: field('boolean', z.boolean(), { write: 'never', filter: 'equals' }),
    /** A free message of a trial: its sender ID is the provider's, and it goes to the person's own number. Optional for servers. */
    trial: field('boolean', z.boolean().optional(), { write: 'never', list: false }),
    /** Sent before all other campaigns. */
    urgent: field('boolean', z.boolean(), { write: 'never', list: false }),
    /** The campaign whose failed recipients this one retries. */
    retry_of: sibling(),
    /** The newest retry of this campaign, and when it was accepted. */
    retried_as: sibling(),
    retried_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    scheduled_at: time(),
    started_at: time(),
    finished_at: time(),
    /** When its messages were removed because of their age; counts and money are kept. */
    messages_removed_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    /** Until when its messages are kept at least; null: for ever. */
    messages_kept_until: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  },
});
export type Campaign = z.infer<typeof campaign.record>;
