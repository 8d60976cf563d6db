import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { pairs } from './pairs.ts';
import { type Role, roles } from './permissions.ts';
import { shownName, shownText } from './shownText.ts';
import { emailAddress } from './signup.ts';

/** Days that an invitation link is valid. */
export const INVITATION_DAYS = 3;
/** Lifetime of a session in which staff are signed in as a customer, in seconds. */
export const SIGN_IN_AS_SECONDS = 3600;

/**
 * Everyone who can sign in, for the provider's staff. Fields that are not sent stay unchanged. For a user who has chosen a
 * password, a new `email` waits in `new_email` until the link mailed to it confirms it.
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
    name: field('text', z.string(), { sort: true, search: true, input: shownName(120) }),
    email: field('email', z.string(), { sort: true, search: true, input: emailAddress }),
    /** The address that still has to be confirmed; null when there is none. `email` is valid until then. */
    new_email: field('email', z.string().nullable(), { write: 'never', list: false }),
    /** E.164, however it was typed. */
    phone: field('phone', z.string().nullable(), {
      search: true,
      input: z.string().trim().max(30).nullish(),
    }),
    /** Missing for staff, who belong to the provider's account. */
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
    /** Whether they were invited and have not chosen a password yet. */
    is_invited: field('boolean', z.boolean(), { write: 'never', list: false }),
    last_login_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
    /** Number of active sessions, without those of support. */
    sessions: field('integer', z.int(), { write: 'never', list: false }),
    /** Whether sign-in asks for a second factor. */
    two_factor: field('boolean', z.boolean(), { write: 'never', list: false }),
    /** Number of their API keys that are still valid. */
    api_keys: field('integer', z.int(), { write: 'never', list: false }),
    /** The pairs that an administrator gave this user; null: those of the role. */
    ui_permissions: field('attributes', pairs.nullable(), { list: false, input: pairs.nullish() }),
  },
});
/**
 * PUT: fields that are not sent stay unchanged. Deactivating (`is_active` false) also revokes the user's API keys, unless
 * `keep_keys` is set: then they work again together with the user.
 */
export const userPut = user.put.partial().extend({ keep_keys: z.boolean().nullish() });

export type User = z.infer<typeof user.record>;

/** POST /v1/autho/users/{uuid}/sign-in-as/: the reason, for the audit log. */
export const signInAs = z.strictObject({ reason: shownText(500).min(3, 'Required') });

/** The answer: a read-only session as that customer. */
export const signedInAs = z.object({ token: z.string(), expires_at: z.iso.datetime() });
export type SignedInAs = z.infer<typeof signedInAs>;

/** POST /v1/autho/users/{uuid}/send-link/: which of the two mails was sent. */
export const sentLink = z.object({ kind: z.enum(['invitation', 'password-reset']) });
export type SentLink = z.infer<typeof sentLink>;

/**
 * POST /v1/autho/users/{uuid}/invitation-link/: a link to choose the first password, shown only in this answer. `path` is
 * below the console's address.
 */
export const invitationLink = z.object({ path: z.string(), expires_at: z.iso.datetime() });
export type InvitationLink = z.infer<typeof invitationLink>;
