import { z } from 'zod';
import { approvalStates, approvingOperators, type OperatorApproval } from './approvingOperators.ts';
import { choice, defineEntity, field } from './entity.ts';
import { sentMoment } from './moments.ts';
import { ofAccount } from './ofAccount.ts';
import { REASON_MAX } from './reasonMax.ts';
import { shownLine, shownText } from './shownText.ts';

/** A suspended sender ID was approved; nothing is sent from it until staff restore it. */
const senderStates = ['pending', 'approved', 'rejected', 'suspended'] as const;

const operatorApproval = z.object({
  operator: z.enum(approvingOperators),
  status: z.enum(approvalStates),
  reference: z.string().nullable(),
  document: z.uuid().nullish(),
}) satisfies z.ZodType<OperatorApproval>;

/** What a recipient's phone shows as the sender. */
export const senderName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{3,11}$/, 'Use 3 to 11 letters (A to Z) and digits, without spaces.');

const fields = {
  name: field('text', senderName, { write: 'create', sort: true, search: true }),
  purpose: field('longText', z.string(), { write: 'create', input: shownText(500).min(1, 'Required') }),
  /** An uploaded document that shows who the name belongs to. */
  document: field('text', z.uuid().nullish(), { write: 'create', list: false }),
  status: choice(senderStates, { write: 'never' }),
  /** Why it was rejected or suspended, or why it was restored. */
  reason: field('text', z.string().nullable(), { write: 'never' }),
  /** When it was last suspended; stays when it is restored. */
  suspended_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  /**
   * Of operators that were asked, in the order of the operators' list. Messages go only to operators that have approved it.
   * Approving a request counts for all operators of which nothing else is recorded.
   */
  approvals: field('attributes', z.array(operatorApproval), { write: 'never', list: false }),
};

/**
 * The sender IDs of the caller's own account. Users who may send choose among the approved ones. Users with a profile can
 * request more, and change or withdraw those that are not decided yet.
 */
export const senderIdentity = defineEntity({
  name: 'sms/sender-identities',
  path: '/v1/sms/identities/',
  read: ['bulk-sms', 'post'],
  alsoRead: [['profile-my', 'get']],
  write: ['profile-my', 'post'],
  // Withdrawing differs from a normal delete: one by one, and only while undecided.
  writes: ['create', 'update'],
  title: 'name',
  order: 'name',
  fields: {
    ...fields,
    purpose: { ...fields.purpose, write: 'always' },
    document: { ...fields.document, write: 'always' },
  },
});
export type SenderIdentity = z.infer<typeof senderIdentity.record>;

/** Another account's request for a name that looks alike: the same letters, or digits that resemble them. */
const similarSender = z.object({
  uuid: z.uuid(),
  name: z.string(),
  account_name: z.string(),
  status: z.enum(['pending', 'approved', 'suspended']),
});

/** The requests of all accounts, for the provider's staff. */
export const senderRequest = defineEntity({
  name: 'admin/sender-identities',
  path: '/v1/sms/sender-identities/',
  read: ['sender-identity-list', 'get'],
  write: ['sender-identity-list', 'post'],
  writes: ['update'],
  tenancy: 'staff',
  title: 'name',
  fields: {
    ...fields,
    ...ofAccount,
    /** Name of the person who decided. */
    decided_by: field('text', z.string().nullable(), { write: 'never', list: false }),
    decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    /** At most five, approved ones first. */
    similar: field('attributes', z.array(similarSender), { write: 'never', list: false }),
    /** A well-known name that this one resembles, such as a bank's or an operator's. */
    imitates: field('text', z.string().nullable(), { write: 'never', list: false }),
  },
});
export type SenderRequest = z.infer<typeof senderRequest.record>;

/** PUT /v1/sms/sender-identities/{uuid}/: the decision of staff on a pending request, once. */
export const senderDecision = z
  .strictObject({
    status: z.enum(['approved', 'rejected']),
    reason: shownText(REASON_MAX).nullish(),
    /** The `updated_at` that the reviewer has read; if the request was changed since, the answer is 409. */
    updated_at: sentMoment().nullish(),
  })
  .refine(({ status, reason }) => status !== 'rejected' || Boolean(reason), {
    path: ['reason'],
    message: 'Required',
  });
export type SenderDecision = z.infer<typeof senderDecision>;

/** POST /v1/sms/sender-identities/{uuid}/suspend/ and /restore/: the customer reads the reason. */
export const senderReason = z.strictObject({ reason: shownText(REASON_MAX).min(1, 'Required') });

const senderApproval = z.strictObject({
  operator: z.enum(approvingOperators),
  status: z.enum(approvalStates),
  reference: shownLine(100).nullish(),
  /** If missing, the stored one stays. */
  document: z.uuid().nullish(),
});

const changedApproval = senderApproval.extend({
  /** Null: the operator was not asked. */
  status: z.enum(approvalStates).nullable(),
  /** What was read of it; null: the operator was not asked. If it is something else by now, the answer is 409. */
  seen: senderApproval.omit({ operator: true }).nullish(),
});

const ofOperators = <T extends typeof senderApproval | typeof changedApproval>(approval: T) =>
  z
    .array(approval)
    .max(approvingOperators.length)
    .refine((all) => new Set(all.map(({ operator }) => operator)).size === all.length, {
      message: 'Name each operator once.',
    });

/** PUT /v1/sms/sender-identities/{uuid}/approvals/: all of them, or those that change. */
export const senderApprovals = z
  .strictObject({
    /** All: an operator that is left out was not asked. */
    approvals: ofOperators(senderApproval).optional(),
    /** Those that change: an operator that is left out stays as it is. */
    changed: ofOperators(changedApproval).optional(),
  })
  .refine(({ approvals, changed }) => (approvals === undefined) !== (changed === undefined), {
    path: ['approvals'],
    message: 'Name either all operators or those that change.',
  });
export type SenderApprovals = z.infer<typeof senderApprovals>;
