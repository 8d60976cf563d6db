/**
 * `node server/rotateSecrets.ts`: encrypts all secrets of the database with the newest key (docs/deploy.md). With DATABASE_URL
 * that is the first of SECRET_KEY, beside running servers that have the same; else the server is stopped, and a new key is
 * made and put first in DATA_DIR/secret.key. It may be ended anywhere and run again.
 */
import { readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { errorText } from './db/errorText.ts';
import { addKey, keyFileOf, openKeyring } from './services/platform/secretKeys.ts';
import { sealStored } from './services/platform/storedSecrets.ts';

const ending: (() => Promise<unknown>)[] = [];
try {
  const { DATABASE_URL, DATA_DIR, SECRET_KEY: keys } = readConfig(process.env);
  if (DATABASE_URL && !keys) throw new Error('SECRET_KEY has the keys, the new one first.');
  const embedded = DATABASE_URL ? undefined : await startEmbedded({ dataDir: DATA_DIR });
  if (embedded) ending.push(() => embedded.stop());
  const { db, close } = openDatabase(DATABASE_URL ?? (embedded?.url as string), 2, () => {});
  ending.push(close);
  const file = embedded ? keyFileOf(DATA_DIR) : undefined;
  const fitting = await openKeyring(db, { keys, file });
  const keyring = file && !keys ? await addKey(file) : fitting;
  const sealed = await sealStored(db, keyring, { all: true });
  console.log(`${sealed} secrets are encrypted anew, with the key ${keyring.ids[0]}.`);
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
} finally {
  for (const end of ending.reverse()) await end();
}
