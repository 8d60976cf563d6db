import { sql } from 'kysely';
import { open, seal } from '../platform/keyring.ts';

/** A webhook's secrets as stored. */
export interface StoredSecrets {
  secret: string;
  /** The previous one, as long as it still signs. */
  former_secret: string | null;
}

/** Columns of StoredSecrets, for webhook `w`. */
export const storedSecrets = sql`w.secret, CASE WHEN w.former_until > now() THEN w.former_secret END AS former_secret`;

const placeOf = (row: string, column: keyof StoredSecrets) => ({ table: 'webhook', column, row });

export const sealSecret = (webhook: string, column: keyof StoredSecrets, secret: string): string =>
  seal(placeOf(webhook, column), secret);

export const openSecret = (webhook: string, column: keyof StoredSecrets, stored: string): string =>
  open(placeOf(webhook, column), stored);

/** The secrets that currently sign a webhook's requests. Throws UnreadableSecret. */
export const openSecrets = (webhook: string, { secret, former_secret: former }: StoredSecrets): string[] => [
  openSecret(webhook, 'secret', secret),
  ...(former === null ? [] : [openSecret(webhook, 'former_secret', former)]),
];
