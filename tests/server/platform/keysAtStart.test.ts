import { describe, expect, onTestFinished, test } from 'vitest';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { clearSecrets, keyIdsInUse, sealStored } from '../../../server/services/platform/storedSecrets.ts';
import { TEST_KEY } from '../../support/secretKey.ts';
import { failedStart, startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { OTHER_KEY, oldDatabase } from './keysSetup.ts';
import { stored } from './secretsSetup.ts';

describe('a server that is started', () => {
  const start = async (environment: Record<string, string>) => {
    const server = await startServer({ LOG_LEVEL: 'info', ...environment }, ['--role', 'api']);
    onTestFinished(() => server.kill('SIGTERM'));
    return server;
  };

  test('without a key warns, and leaves what it finds', async () => {
    const { db, url } = await oldDatabase();
    const before = await stored(db);
    const server = await start({ DATABASE_URL: url, SECRET_KEY: '' });
    expect(server.log()).toMatch(/SECRET_KEY is not set.*6 secrets lie in the database in clear/);
    expect(await stored(db)).toEqual(before);
  });

  test('with a key encrypts what earlier versions left, and nothing is lost', async () => {
    const { db, url, opened } = await oldDatabase(250);
    const before = await opened();
    await start({ DATABASE_URL: url });
    await soon(async () => expect(await clearSecrets(db)).toBe(0));
    expect(await keyIdsInUse(db)).toEqual(keyringOf([TEST_KEY]).ids);
    expect(await opened(TEST_KEY)).toEqual(before);
  });

  test.each([
    [
      'another key',
      OTHER_KEY,
      /The key in SECRET_KEY is not that of the secrets in the database \(key [0-9a-f]{12}\)/,
    ],
    ['no key', '', /The key in SECRET_KEY is missing for the secrets/],
    ['a key that is too short', 'short', /SECRET_KEY: each key needs 32 characters or more/],
  ])('with %s ends with one sentence, and changes nothing', async (_, SECRET_KEY, sentence) => {
    const { db, url } = await oldDatabase();
    await sealStored(db, keyringOf([TEST_KEY]));
    const before = await stored(db);
    const { code, output } = await failedStart({ DATABASE_URL: url, SECRET_KEY, LOG_LEVEL: 'warn' });
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toMatch(sentence);
    expect(await stored(db)).toEqual(before);
  });

  test('with the new key before the old one reads both', async () => {
    const { db, url } = await oldDatabase();
    await sealStored(db, keyringOf([TEST_KEY]));
    const server = await start({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
