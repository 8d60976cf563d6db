import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeZip } from '../../../server/services/sheets/zipFile.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** A text that ends with an error, as when the database is lost while an account is exported. */
async function* broken(): AsyncGenerator<string, void, void> {
  yield 'name,phone\r\n';
  throw new Error('the database is away');
}

test('a text that fails fails its archive, and not the process', async () => {
  const whole = async function* () {
    yield 'whole';
  };
  const entries = [whole(), broken(), whole()].map((contents, i) => ({ name: `${i}.csv`, contents }));
  await expect(writeZip(join(temporaryFolder('zip-'), 'all.zip'), 0o600, entries)).rejects.toThrow(
    'the database is away',
  );
});
