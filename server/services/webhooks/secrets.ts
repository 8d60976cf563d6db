import { sql } from 'kysely';
import { open, seal } from '../platform/keyring.ts';

/** A webhook's secrets as they are stored. */
export interface StoredSecrets {
  secret: string;
  /** The one before, while it signs on. */
  former_secret: string | null;
}

/** Columns of StoredSecrets, of the webhook `w`. */
export const storedSecrets = sql`w.secret, CASE WHEN w.former_until > now() THEN w.former_secret END AS former_secret`;

const placeOf = (row: string, column: keyof StoredSecrets) => ({ table: 'webhook', column, row });

export const sealSecret = (webhook: string, column: keyof StoredSecrets, secret: string): string =>
  seal(placeOf(webhook, column), secret);

export const openSecret = (webhook: string, column: keyof StoredSecrets, stored: string): string =>
  open(placeOf(webhook, column), stored);

/** The secrets that a webhook's requests are signed with now. Throws UnreadableSecret. */
export const openSecrets = (webhook: string, { secret, former_secret: former }: StoredSecrets): string[] => [
  openSecret(webhook, 'secret', secret),
  ...(former === null ? [] : [openSecret(webhook, 'former_secret', former)]),
];
