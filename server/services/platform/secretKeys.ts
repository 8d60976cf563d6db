import { randomBytes } from 'node:crypto';
import { link, open as openFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import { KEY_MIN, type Keyring, keyringOf } from './keyring.ts';
import { keyIdsInUse } from './storedSecrets.ts';

/** Where the embedded database has its keys: one a line, the newest first. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** The keys of a text, the newest first: SECRET_KEY has spaces or lines between them. */
const keysIn = (text: string): string[] => text.split(/\s+/).filter((key) => key !== '');

/** Why a text is no list of keys; null where it is one. */
export const wrongKeys = (text: string): string | null => {
  const keys = keysIn(text);
  const isLong = keys.length > 0 && keys.every((key) => key.length >= KEY_MIN);
  return isLong ? null : `each key needs ${KEY_MIN} characters or more, as of: openssl rand -base64 32`;
};

const newKey = (): string => randomBytes(32).toString('base64');

/** Writes keys beside the file first: it is there whole or not at all, and only its owner reads it. */
async function writeKeys(
  path: string,
  keys: readonly string[],
  place: typeof link | typeof rename,
): Promise<void> {
  const fresh = `${path}.${randomBytes(4).toString('hex')}`;
  const file = await openFile(fresh, 'wx', 0o600);
  try {
    await file.writeFile(`${keys.join('\n')}\n`);
    await file.sync();
    await file.close();
    await place(fresh, path);
  } finally {
    await file.close().catch(() => {});
    await rm(fresh, { force: true });
  }
}

async function keysOfFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return [];
  if (wrongKeys(text)) throw new Error(`${path} holds no key: put back the one of your backup.`);
  return keysIn(text);
}

/**
 * The keyring of a process: of SECRET_KEY, and of `file` where the server started its own database, which makes its own
 * key. Throws one sentence where the database has secrets of a key that is not among them, before anything is written.
 */
export async function openKeyring(
  db: Db,
  { keys = '', file }: { keys?: string | undefined; file?: string | undefined },
): Promise<Keyring> {
  const given = [...keysIn(keys), ...(file ? await keysOfFile(file) : [])];
  const keyring = keyringOf(given);
  const lacking = (await keyIdsInUse(db)).filter((id) => !keyring.ids.includes(id));
  if (lacking.length > 0) {
    const is = given.length > 0 ? 'is not that of' : 'is missing for';
    const where = file && keys === '' ? file : 'SECRET_KEY';
    throw new Error(
      `The key in ${where} ${is} the secrets in the database (key ${lacking.join(', ')}): put it back, or add it behind the new one. Nothing was changed.`,
    );
  }
  if (given.length > 0 || !file) return keyring;
  const made = [newKey()];
  await writeKeys(file, made, link);
  return keyringOf(made);
}

/** Puts a new key before those of the file; answers the keyring of all. */
export async function addKey(file: string): Promise<Keyring> {
  const keys = [newKey(), ...(await keysOfFile(file))];
  await writeKeys(file, keys, rename);
  return keyringOf(keys);
}
