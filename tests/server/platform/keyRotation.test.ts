import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { keyringOf } from '../../../server/services/platform/keyring.ts';
import { keyIdsInUse, sealStored } from '../../../server/services/platform/storedSecrets.ts';
import { compileCache } from '../../support/compileCache.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { TEST_KEY } from '../../support/secretKey.ts';
import { soon } from '../../support/soon.ts';
import { OTHER_KEY, oldDatabase, rotation, SCRIPT } from './keysSetup.ts';
import { stored } from './secretsSetup.ts';

const THIRD_KEY = 'and-a-third-one-which-is-as-long-as-the-rest';

describe('rotation', () => {
  test('encrypts all with the first key; without the old one it changes nothing', async () => {
    const { db, url, opened } = await oldDatabase();
    const before = await opened();
    await sealStored(db, keyringOf([TEST_KEY]));
    const sealed = await stored(db);
    const wrong = await rotation({ DATABASE_URL: url, SECRET_KEY: OTHER_KEY });
    expect(wrong.stderr).toMatch(/is not that of the secrets.*add it behind the new one/);
    expect(await stored(db)).toEqual(sealed);
    const right = await rotation({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect(right).toMatchObject({ stdout: expect.stringContaining('6 secrets are encrypted anew') });
    expect(await opened(OTHER_KEY)).toEqual(before);
    const file = join(temporaryFolder('key-'), 'key');
    writeFileSync(file, `${OTHER_KEY}\n`);
    const again = await rotation({ DATABASE_URL: url, SECRET_KEY_FILE: file });
    expect(again).toMatchObject({ stdout: expect.stringContaining('0 secrets') });
  });

  test('that is killed in the middle loses nothing, and is ended by another', async () => {
    const { db, url, opened } = await oldDatabase(3000);
    const before = await opened();
    await sealStored(db, keyringOf([TEST_KEY]));
    const env = {
      ...process.env,
      ...compileCache,
      DATABASE_URL: url,
      SECRET_KEY: `${OTHER_KEY}\n${TEST_KEY}`,
    };
    const child = spawn(process.execPath, [SCRIPT], { env, stdio: 'ignore' });
    await soon(async () => expect(await keyIdsInUse(db)).toHaveLength(2));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await keyIdsInUse(db)).sort()).toEqual([...keyringOf([OTHER_KEY, TEST_KEY]).ids].sort());
    expect(await opened(TEST_KEY, OTHER_KEY)).toEqual(before);
    await rotation({ DATABASE_URL: url, SECRET_KEY: `${OTHER_KEY} ${TEST_KEY}` });
    expect(await opened(OTHER_KEY)).toEqual(before);
  });

  test('beside writers changes no secret that was set meanwhile', async () => {
    const { db, opened } = await oldDatabase(300);
    const ring = keyringOf([THIRD_KEY, TEST_KEY]);
    await sealStored(db, keyringOf([TEST_KEY]));
    const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM webhook ORDER BY uuid LIMIT 50`.execute(db);
    const writing = rows.map(({ uuid: row }) =>
      sql`UPDATE webhook SET secret = ${keyringOf([TEST_KEY]).seal({ table: 'webhook', column: 'secret', row }, 'whsec_new')}
        WHERE uuid = ${row}`.execute(db),
    );
    await Promise.all([...writing, sealStored(db, ring, { all: true }), sealStored(db, ring, { all: true })]);
    expect((await opened(THIRD_KEY, TEST_KEY)).filter((line) => line.endsWith(' whsec_new'))).toHaveLength(
      50,
    );
  });
});
