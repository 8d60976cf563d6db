import { uuidv7 } from 'uuidv7';
import { keyed } from '../core/keyed.ts';

/** Sends a request under a key of its own (keyed.ts). */
export const withKey = keyed(uuidv7);
