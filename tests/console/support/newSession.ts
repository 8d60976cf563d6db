import { startSession } from '../../../src/core/session.ts';

/** Starts a session whose token no other test has: an answer that a former test still waits for is of another session. */
export const newSession = (): void => startSession(crypto.randomUUID());
