import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from './problem.ts';

/**
 * Where a secret is stored. It is part of the authenticated data, so that a secret copied to another row or column cannot
 * be decrypted.
 */
export interface Place {
  table: string;
  column: string;
  /** The row's primary key. */
  row: string;
}

/** Keys for the secrets in the database: the first encrypts, all decrypt. */
export interface Keyring {
  /** For each key, in order, the id that is stored with its secrets. */
  readonly ids: readonly string[];
  /** Encrypts a secret for storage. Throws `unavailable` if there is no key. */
  seal(place: Place, secret: string): string;
  /** Decrypts a stored secret; one from before there was a key is stored in plain text. Throws UnreadableSecret. */
  open(place: Place, stored: string): string;
}

/** A stored secret that no key of this process decrypts, that belongs elsewhere, or that was changed. */
export class UnreadableSecret extends Error {
  constructor({ table, column, row }: Place, why: string) {
    super(`${table}.${column} of ${row} cannot be decrypted: ${why}.`);
  }
}

/** For people who can enter the secret again. */
export const CANNOT_READ =
  'The saved secret cannot be decrypted with this server’s SECRET_KEY. Set the key it was saved with, or enter the secret again.';

/** What `work` returns or, if it opens an unreadable secret, `otherwise`: one must not stop the others. */
export function ifReadable<T, U>(work: () => T, otherwise: (error: UnreadableSecret) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return otherwise(error);
  }
}

/** `enc1:{key id}:{base64url of nonce, ciphertext and tag}`; AES-256-GCM. No plain secret begins like this. */
const PREFIX = 'enc1';
const NONCE = 12;
const TAG = 16;
/** Minimum length of a key: 32 random bytes are 44 characters in base64, and 64 in hex. */
export const KEY_MIN = 32;

/** A LIKE pattern for encrypted secrets, of one key or any. */
export const sealedLike = (id = '%'): string => `${PREFIX}:${id}:%`;

interface Key {
  id: string;
  bytes: Buffer;
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, 'bulk-sms-console', 'secrets at rest', 32));
  // Derived from the derived key, so that it reveals nothing about the text.
  const id = createHash('sha256').update('key id ').update(bytes).digest('hex').slice(0, 12);
  return { id, bytes };
}

const placed = ({ table, column, row }: Place): Buffer => Buffer.from(JSON.stringify([table, column, row]));

/** A keyring of these texts, newest first; without any, it cannot encrypt. */
export function keyringOf(texts: readonly string[]): Keyring {
  const keys = [...new Set(texts)].map(keyOf);
  const [newest] = keys;
  return {
    ids: keys.map(({ id }) => id),
    seal(place, secret) {
      if (!newest) {
        throw new Problem(
          'unavailable',
          'This server has no key to encrypt secrets, so nothing was changed. Its administrator must set SECRET_KEY.',
        );
      }
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, nonce).setAAD(placed(place));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return [PREFIX, newest.id, sealed.toString('base64url')].join(':');
    },
    open(place, stored) {
      const [prefix, id, text = ''] = stored.split(':');
      if (prefix !== PREFIX || id === undefined) return stored;
      const key = keys.find((one) => one.id === id);
      if (!key) throw new UnreadableSecret(place, `no key with the id ${id} is set`);
      const sealed = Buffer.from(text, 'base64url');
      try {
        const nonce = sealed.subarray(0, NONCE);
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG });
        decipher.setAAD(placed(place)).setAuthTag(sealed.subarray(-TAG));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        throw new UnreadableSecret(place, 'it was changed, or belongs elsewhere');
      }
    },
  };
}

let ring = keyringOf([]);

/** Sets this process's keyring, once at its start; returns the previous one. */
export function setKeyring(next: Keyring): Keyring {
  const before = ring;
  ring = next;
  return before;
}

/** Encrypts and decrypts with this process's keyring. */
export const seal: Keyring['seal'] = (place, secret) => ring.seal(place, secret);
export const open: Keyring['open'] = (place, stored) => ring.open(place, stored);
