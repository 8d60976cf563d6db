import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { REASON_MAX } from './reasonMax.ts';
import { shownName, shownText } from './shownText.ts';

const fields = {
  /** What a recipient sees in Viber. */
  name: field('text', z.string(), {
    input: shownName(50),
    write: 'create',
    sort: true,
    search: true,
  }),
  status: choice(['pending', 'approved', 'rejected'], { write: 'never' }),
  /** Why it was rejected. */
  reason: field('text', z.string().nullable(), { write: 'never' }),
};

/** The names under which the caller's account is registered with Viber: approved ones can send campaigns. */
export const ownViberIdentity = defineEntity({
  name: 'viber/identities',
  path: '/v1/viber/identity/',
  read: ['viber-identity-list', 'get'],
  title: 'name',
  order: 'name',
  fields,
});
export type OwnViberIdentity = z.infer<typeof ownViberIdentity.record>;

/**
 * The Viber identities of all accounts. Reading needs the `post` of the pair, because customers hold its `get` for their own.
 */
export const viberIdentity = defineEntity({
  name: 'admin/viber-identities',
  path: '/v1/admin/viber-identities/',
  read: ['viber-identity-list', 'post'],
  write: ['viber-identity-list', 'post'],
  tenancy: 'everyone',
  title: 'name',
  fields: {
    account: field('reference', z.uuid(), {
      write: 'create',
      list: false,
      filter: 'equals',
      of: 'admin/accounts',
    }),
    account_name: field('text', z.string(), { write: 'never' }),
    ...fields,
    decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  },
  // There is also DELETE for a single record that no campaign is sent with; bulk deletion is not offered.
  writes: ['create'],
});
export type ViberIdentity = z.infer<typeof viberIdentity.record>;

/** POST /v1/admin/viber-identities/{uuid}/decide/: Viber's answer about a pending name, once. */
export const viberDecision = z
  .strictObject({
    status: z.enum(['approved', 'rejected']),
    reason: shownText(REASON_MAX).nullish(),
  })
  .refine(({ status, reason }) => status !== 'rejected' || Boolean(reason), {
    path: ['reason'],
    message: 'Required',
  });
export type ViberDecision = z.infer<typeof viberDecision>;
