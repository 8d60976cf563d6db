import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { unlessClosed } from '../db/unavailable.ts';
import { setKeyring } from '../services/platform/keyring.ts';
import { openKeyring } from '../services/platform/secretKeys.ts';
import { clearSecrets, sealStored } from '../services/platform/storedSecrets.ts';

/**
 * Milliseconds before plain secrets are encrypted: by then, a process of a version that can only read plain ones has
 * noticed the migration and takes no more work (jobs/schemaWatch.ts looks every second).
 */
const OTHERS_STOP = 5000;

/**
 * Loads the keys, and encrypts secrets that are stored in plain text. Without a key it logs a warning, and new secrets are
 * refused. Throws one sentence if the keys do not match the database.
 */
export async function startSecrets(
  db: Kysely<unknown>,
  { log, ...given }: { keys: string | undefined; file: string | undefined; log: Logger },
): Promise<{ stop(): Promise<void> }> {
  const keyring = await openKeyring(db, given);
  setKeyring(keyring);
  const inClear = await clearSecrets(db);
  if (keyring.ids.length === 0) {
    const stored = inClear > 0 ? `, and ${inClear} secrets lie in the database in clear` : '';
    log.warn(
      `SECRET_KEY is not set: new webhooks, operator links and second factors are refused${stored} (docs/deploy.md, “The key of the secrets”)`,
    );
  }
  if (keyring.ids.length === 0 || inClear === 0) return { stop: async () => {} };
  const stopping = new AbortController();
  const sealing = delay(OTHERS_STOP, undefined, { signal: stopping.signal }).then(
    () => sealStored(db, keyring).then((sealed) => log.info(`${sealed} secrets were encrypted`)),
    () => {},
  );
  const ended = sealing.catch(
    unlessClosed((error) => log.error({ err: error }, 'secrets could not be encrypted')),
  );
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
