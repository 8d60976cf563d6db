import { z } from 'zod';
import { campaign } from './campaign.ts';
import { defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import type { Pair } from './permissions.ts';
import { REASON_MAX } from './reasonMax.ts';
import { shownText } from './shownText.ts';

/** The pair needed to decide on other accounts' campaigns. */
export const overseePair: Pair = ['campaign-oversight', 'post'];

/**
 * Why a recipient list was flagged: it has runs of consecutive numbers (...001, ...002, ...003), which is typical of
 * invented lists.
 */
const listFlag = z.object({
  /** The minimum run length when the list was checked (provider settings). */
  threshold: z.int(),
  /** Numbers in the longest run. */
  longest: z.int(),
  /** Numbers in all runs. */
  numbers: z.int(),
  /** Number of runs. */
  count: z.int(),
  /** The ten longest runs, longest first; E.164. */
  runs: z.array(z.object({ first: z.string(), last: z.string(), numbers: z.int() })),
});
export type ListFlag = z.infer<typeof listFlag>;

const {
  name,
  status,
  sender,
  body,
  encoding,
  encodings,
  recipients,
  parts,
  package_parts,
  cost,
  error,
  not_approved,
  held,
  sender_suspended,
  unapproved_by,
  waits_for,
  colleague_by,
  colleague_at,
} = campaign.fields;
const { queued, submitted, delivered, undelivered, expired, rejected, cancelled, unknown } = campaign.fields;
const { captured, released, test, urgent, scheduled_at, started_at, finished_at } = campaign.fields;
const { channel, viber, fallback_minutes } = campaign.fields;
const { messages_removed_at, messages_kept_until } = campaign.fields;
const words = () => field('text', z.string().nullable(), { write: 'never', list: false });

/**
 * All accounts' campaigns, for staff. The list starts with those that need a decision: flagged lists that wait for
 * approval, then the other waiting ones, then flagged ones in progress.
 */
export const oversight = defineEntity({
  name: 'admin/campaigns',
  path: '/v1/admin/campaigns/',
  read: ['campaign-oversight', 'get'],
  tenancy: 'staff',
  title: 'name',
  order: '-attention',
  fields: {
    name,
    ...ofAccount,
    /** The user who made the campaign, and who cannot approve it. */
    user: field('text', z.uuid(), { write: 'never', list: false }),
    maker: words(),
    status,
    waits_for: { ...waits_for, filter: 'equals' },
    colleague_by,
    colleague_at,
    flagged: field('boolean', z.boolean(), { write: 'never', filter: 'equals', priority: 2 }),
    /** 3: flagged and waiting; 2: waiting; 1: flagged and in progress; 0: nothing to decide. */
    attention: field('integer', z.int(), { write: 'never', list: false, sort: true }),
    sender,
    channel,
    viber,
    fallback_minutes,
    body,
    encoding,
    encodings,
    recipients,
    queued,
    submitted,
    delivered,
    undelivered,
    expired,
    rejected,
    cancelled,
    unknown,
    parts,
    package_parts,
    cost,
    captured,
    released,
    error,
    not_approved,
    held,
    sender_suspended,
    unapproved_by,
    flag: field('attributes', listFlag.nullable(), { write: 'never', list: false }),
    decided_by: words(),
    decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    test,
    urgent,
    scheduled_at,
    started_at,
    finished_at,
    messages_removed_at,
    messages_kept_until,
  },
});
export type Overseen = z.infer<typeof oversight.record>;

/** GET {path}summary/: how many campaigns need attention. */
export const oversightSummary = z.object({ waiting: z.int(), flagged: z.int() });
export type OversightSummary = z.infer<typeof oversightSummary>;

const reason = shownText(REASON_MAX).min(1, 'Required');

/** The body of reject/ and stop/; the customer reads the reason. */
export const refusalInput = z.strictObject({ reason });
/** The body of pause/. */
export const pauseInput = z.strictObject({ reason: shownText(REASON_MAX).nullish() });
