import { randomBytes } from 'node:crypto';
import { link, open as openFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import { KEY_MIN, type Keyring, keyringOf } from './keyring.ts';
import { keyIdsInUse } from './storedSecrets.ts';

/** Where the embedded database's keys are: one per line, newest first. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** The keys in a text, newest first: SECRET_KEY separates them by spaces or line breaks. */
const keysIn = (text: string): string[] => text.split(/\s+/).filter((key) => key !== '');

/** Why a text is not a valid list of keys; null if it is. */
export const wrongKeys = (text: string): string | null => {
  const keys = keysIn(text);
  const isLong = keys.length > 0 && keys.every((key) => key.length >= KEY_MIN);
  return isLong ? null : `each key needs ${KEY_MIN} characters or more, as of: openssl rand -base64 32`;
};

const newKey = (): string => randomBytes(32).toString('base64');

/** Writes a temporary file first, so that the key file is always complete, and readable only by its owner. */
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
 * The keyring of a process: from SECRET_KEY, and from `file` if the server started its own database, which creates its own
 * key. Throws one sentence if the database has secrets of an unknown key, before anything is written.
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

/** Adds a new key in front of the file's; returns the keyring of all. */
export async function addKey(file: string): Promise<Keyring> {
  const keys = [newKey(), ...(await keysOfFile(file))];
  await writeKeys(file, keys, rename);
  return keyringOf(keys);
}
