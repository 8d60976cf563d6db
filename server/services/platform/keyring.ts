import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Problem } from './problem.ts';

/**
 * Where a secret lies. It is part of what is authenticated, so that one which is copied to another row or column opens
 * nothing there.
 */
export interface Place {
  table: string;
  column: string;
  /** The row's primary key. */
  row: string;
}

/** Keys for the secrets of the database: the first encrypts, all decrypt. */
export interface Keyring {
  /** Of each key, in their order, what is kept beside a secret to know its key by. */
  readonly ids: readonly string[];
  /** What is stored of a secret. Throws `unavailable` where there is no key. */
  seal(place: Place, secret: string): string;
  /** The secret of what is stored; what lies in clear, from before there was a key, is it. Throws UnreadableSecret. */
  open(place: Place, stored: string): string;
}

/** A stored secret that no key of this process opens, or that is another place's, or was changed. */
export class UnreadableSecret extends Error {
  constructor({ table, column, row }: Place, why: string) {
    super(`${table}.${column} of ${row} cannot be decrypted: ${why}.`);
  }
}

/** `enc1:{id of the key}:{base64url of nonce, ciphertext and tag}`; AES-256-GCM. No secret in clear begins so. */
const PREFIX = 'enc1';
const NONCE = 12;
const TAG = 16;
/** Characters of a key at least: 32 random bytes are 44 in base64, and 64 in hex. */
export const KEY_MIN = 32;

/** A LIKE pattern for what is encrypted, with one key or any. */
export const sealedLike = (id = '%'): string => `${PREFIX}:${id}:%`;

interface Key {
  id: string;
  bytes: Buffer;
}

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, 'bulk-sms-console', 'secrets at rest', 32));
  // Of the derived key, so that it tells nothing of the text.
  const id = createHash('sha256').update('key id ').update(bytes).digest('hex').slice(0, 12);
  return { id, bytes };
}

const placed = ({ table, column, row }: Place): Buffer => Buffer.from(JSON.stringify([table, column, row]));

/** A keyring of these texts, the newest first; of none, one that seals nothing. */
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

/** Sets the keyring of this process, once at its start; answers the one before. */
export function setKeyring(next: Keyring): Keyring {
  const before = ring;
  ring = next;
  return before;
}

/** Seals and opens with the keyring of this process. */
export const seal: Keyring['seal'] = (place, secret) => ring.seal(place, secret);
export const open: Keyring['open'] = (place, stored) => ring.open(place, stored);
