import { z } from 'zod';

/** A session of the caller, as GET /v1/autho/sessions/ lists them: this one first, then by when they were used. */
export const session = z.object({
  uuid: z.uuid(),
  created_at: z.iso.datetime(),
  /** To the minute: it is written at most once in one. */
  last_seen_at: z.iso.datetime(),
  /** Of the sign-in; null where the server was not told. */
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Whether this is the session that asks. */
  current: z.boolean(),
  /** Whether a member of the provider's staff looks on here, to help; then neither `ip` nor `user_agent` is told. */
  support: z.boolean().optional(),
});
export type Session = z.infer<typeof session>;

/** What POST /v1/autho/sessions/end-others/ answers. */
export const endedSessions = z.object({ ended: z.int() });
