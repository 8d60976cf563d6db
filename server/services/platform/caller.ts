import type { Pair, Role } from '#schema/permissions.ts';

/** Who makes a request, read from the token at each of them. */
export interface Caller {
  user: string;
  account: string;
  role: Role;
  pairs: readonly Pair[];
  tokenHash: Buffer;
  /** The member of staff who is signed in as this user, for support; such a session only reads. */
  actor?: string | null;
  /** Staff who must set up a second factor before they may anything else: `pairs` are of their own profile. */
  mustEnrol?: boolean;
  /** Whether the session's user has shown lately that it is them; false of an API key. */
  provedLately?: boolean;
  /** The API key that the request was made with; absent for a session. */
  key?: string;
  /** What the request's browser was given when somebody signed in with it (plugins/auth.ts `keepDevice`). */
  device?: string | undefined;
  /** Where the request comes from, and its id in the server's log: for the audit log. */
  ip?: string;
  requestId?: string;
}
