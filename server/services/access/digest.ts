import { createHash } from 'node:crypto';

/** SHA-256 of a text: the form in which random secrets are stored. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
