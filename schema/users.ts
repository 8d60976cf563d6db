import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { pairs } from './pairs.ts';
import { type Role, roles } from './permissions.ts';
import { emailAddress } from './signup.ts';

/** Days that the link of an invitation can be used. */
export const INVITATION_DAYS = 3;
/** Life of a session in which a member of staff is signed in as a customer, in seconds. */
export const SIGN_IN_AS_SECONDS = 3600;

/**
 * Everyone who can sign in, for the provider's staff. Of what is sent, what is left out stays as it is. Another `email` of
 * who has chosen a password waits in `new_email` until it is confirmed by the link that is mailed to it.
 */
export const user = defineEntity({
  name: 'users',
  path: '/v1/autho/users/',
  read: ['user-list', 'get'],
  write: ['user-list', 'post'],
  writes: ['create', 'update'],
  tenancy: 'staff',
  title: 'name',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(120), { sort: true, search: true }),
    email: field('email', z.string(), { sort: true, search: true, input: emailAddress }),
    /** The address that has still to confirm a change; null when none does. `email` is in force until then. */
    new_email: field('email', z.string().nullable(), { write: 'never', list: false }),
    /** E.164, however it was typed. */
    phone: field('phone', z.string().nullable(), {
      search: true,
      input: z.string().trim().max(30).nullish(),
    }),
    /** Left out for staff: the provider's own. */
    account: field('reference', z.uuid(), {
      write: 'create',
      list: false,
      filter: 'equals',
      of: 'admin/accounts',
      input: z.uuid().nullish(),
    }),
    account_name: field('text', z.string(), { write: 'never' }),
    role: choice(Object.keys(roles) as [Role, ...Role[]]),
    is_active: field('boolean', z.boolean(), { filter: 'equals', input: z.boolean().nullish() }),
    /** Whether they have not chosen a password yet, since they were invited. */
    is_invited: field('boolean', z.boolean(), { write: 'never', list: false }),
    last_login_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
    /** How many sessions of theirs go on, without those in which support looks on. */
    sessions: field('integer', z.int(), { write: 'never', list: false }),
    /** Whether signing in asks them for a second factor. */
    two_factor: field('boolean', z.boolean(), { write: 'never', list: false }),
    /** How many API keys of theirs can still be used. */
    api_keys: field('integer', z.int(), { write: 'never', list: false }),
    /** The pairs that an administrator gave this user; null: the role's. */
    ui_permissions: field('attributes', pairs.nullable(), { list: false, input: pairs.nullish() }),
  },
});
/**
 * PUT: what is left out stays. Whoever is deactivated (`is_active` false) loses their API keys, too, unless `keep_keys`:
 * they work again with the user.
 */
export const userUpdate = user.update.partial().extend({ keep_keys: z.boolean().nullish() });

export type User = z.infer<typeof user.record>;

/** POST /v1/autho/users/{uuid}/sign-in-as/: why, for the audit log. */
export const signInAs = z.strictObject({ reason: z.string().trim().min(3, 'Required').max(500) });

/** What it answers: a session as that customer, which only reads. */
export const signedInAs = z.object({ token: z.string(), expires_at: z.iso.datetime() });
export type SignedInAs = z.infer<typeof signedInAs>;

/** POST /v1/autho/users/{uuid}/send-link/: which of the two mails is on its way. */
export const sentLink = z.object({ kind: z.enum(['invitation', 'password-reset']) });
export type SentLink = z.infer<typeof sentLink>;
