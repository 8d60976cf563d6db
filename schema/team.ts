import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { shownName } from './shownText.ts';
import { emailAddress } from './signup.ts';
import { teamRoleNames } from './teamRoles.ts';

/** The most users of an account that its own people can invite. */
export const TEAM_MAX = 100;

/** The most invitations that an account tries to make in an hour, refused ones included. */
export const INVITATIONS_HOURLY = 30;

/**
 * The people of the caller's account (ours). POST invites somebody, by mail if the server sends any. PUT: fields that are
 * not sent stay unchanged. At least one active owner with a password stays.
 */
export const colleague = defineEntity({
  name: 'team',
  path: '/v1/autho/team/',
  read: ['team-list', 'get'],
  write: ['team-list', 'post'],
  writes: ['create', 'update'],
  title: 'name',
  order: 'created_at',
  fields: {
    name: field('text', z.string(), { sort: true, search: true, input: shownName(120) }),
    email: field('email', z.string().max(254), { write: 'create', search: true, input: emailAddress }),
    /** `custom`: permissions that the provider's staff chose. It cannot be given, and stays until another is chosen. */
    role: choice([...teamRoleNames, 'custom'], { filter: false }),
    /** Messages that this person may send on a calendar day in Nepal, within the account's own limit; null: no limit. */
    daily_cap: field('integer', z.int().min(1).max(100_000_000).nullish(), { list: false }),
    is_active: field('boolean', z.boolean(), { filter: 'equals', input: z.boolean().nullish() }),
    /** Whether they were invited and have not chosen a password yet. */
    is_invited: field('boolean', z.boolean(), { write: 'never', list: false }),
    last_login_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
  },
});
export const colleaguePut = colleague.put.partial();
export type Colleague = z.infer<typeof colleague.record>;
