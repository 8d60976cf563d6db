import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Profile } from '#schema/user.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { callerOf } from '../services/access/sessions.ts';
import { profileOf } from '../services/people/profile.ts';
import { pageToken } from './sessionCookie.ts';

/** Milliseconds that a page waits for its user: the console can ask for the profile itself. */
const PATIENCE_MS = 300;

/** Whether a browser wants to show the answer as a page. Old browsers do not say; others mark what scripts and frames fetch. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** The token of a request for a page that a browser wants to show. */
export const navigationToken = (request: FastifyRequest): string | undefined =>
  isNavigation(request) ? pageToken(request) : undefined;

/**
 * Returns what finds the profile for the page of a request, as `GET /v1/autho/user/profile/` answers it. Undefined without
 * an active session, for staff who must still set up their second factor, for anything but a navigation, and if the
 * database fails or is slow. Never rejects.
 */
export function pageUser(app: FastifyInstance, db: Db, { SESSION_IDLE_MINUTES }: Config) {
  const find = async (token: string): Promise<Profile | undefined> => {
    const caller = await callerOf(db, token, SESSION_IDLE_MINUTES);
    return caller && !caller.mustEnrol ? profileOf(db, caller, app.offers) : undefined;
  };
  return async (request: FastifyRequest): Promise<Profile | undefined> => {
    const token = navigationToken(request);
    if (token === undefined) return undefined;
    try {
      return await Promise.race([find(token), setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    } catch (error) {
      request.log.warn({ err: error }, 'the page has no user');
      return undefined;
    }
  };
}
