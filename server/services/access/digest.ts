import { createHash } from 'node:crypto';

/** SHA-256 of a text: what the database keeps of a secret that is random, and opens something. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
