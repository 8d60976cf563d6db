import { allows, type Pair, type Role } from '#schema/permissions.ts';
import { ownUser } from '#schema/user.ts';

/** The caller of a request, read from the token each time. */
export interface Caller {
  user: string;
  account: string;
  role: Role;
  pairs: readonly Pair[];
  tokenHash: Buffer;
  /** The staff member who is signed in as this user for support; such a session is read only. */
  actor?: string | null;
  /** Staff who must set up a second factor before anything else: `pairs` only cover their own profile. */
  mustEnrol?: boolean;
  /** Whether the session's user has recently proved their identity; false for an API key. */
  recentlyProved?: boolean;
  /** The API key of the request; absent for a session. */
  key?: string;
  /** The mark of the request's browser from an earlier sign-in (plugins/auth.ts `keepDevice`). */
  device?: string | undefined;
  /** Where the request comes from, and its id in the server's log; for the audit log. */
  ip?: string;
  requestId?: string;
}

/**
 * Whether the caller may be told the user's e-mail address and phone: the user themselves, and programs and staff who are
 * signed in as the user if they may read the profile.
 */
export const seesOwnUser = ({ actor, key, pairs }: Caller): boolean =>
  (!actor && !key) || allows(pairs, ownUser.read);
