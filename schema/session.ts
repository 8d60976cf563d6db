import { z } from 'zod';

/** A session of the caller, as listed by GET /v1/autho/sessions/: the current one first, then by last use. */
export const session = z.object({
  uuid: z.uuid(),
  created_at: z.iso.datetime(),
  /** Accurate to a minute, because it is written at most once a minute. */
  last_seen_at: z.iso.datetime(),
  /** Recorded at sign-in; null when the server did not receive it. */
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
  /** Whether this is a staff member who is signed in as the user to help; `ip` and `user_agent` are then not shown. */
  support: z.boolean().optional(),
});
export type Session = z.infer<typeof session>;

/** The answer of POST /v1/autho/sessions/end-others/. */
export const endedSessions = z.object({ ended: z.int() });
