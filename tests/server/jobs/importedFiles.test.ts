import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadedFile } from '#schema/file.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { FileGone } from '../../../server/services/files/files.ts';
import { lacksNewestFile } from '../../../server/services/files/newestFile.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const IMPORTS = '/v1/core/contacts/imports/';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => world.close());

test('the sheet of an import goes a week after the import has ended, and its counts stay', async () => {
  const { db, files } = world.deps;
  const startImport = async (file: string) => {
    const mapping = { phone: 'phone', name: 'name' };
    const { body } = await world.call<{ data: { uuid: string } }>('customer', 'POST', IMPORTS, {
      file,
      mapping,
      groups: [],
    });
    await runImport({ db, files }, body.data.uuid);
    return body.data.uuid;
  };
  const upload = async () =>
    (await world.upload<{ data: UploadedFile }>('name,phone\nSita,9841000001\nX,12\n')).body.data.uuid;
  const ended = (uuid: string, days: number) =>
    sql`UPDATE contact_import SET finished_at = now() - make_interval(days => ${days}) WHERE uuid = ${uuid}`.execute(
      db,
    );
  const [fresh, old] = [await upload(), await upload()];
  const imports = [await startImport(old), await startImport(fresh), await startImport(fresh)] as const;
  await sql`UPDATE file SET created_at = now() - interval '9 days' WHERE uuid IN (${old}, ${fresh})`.execute(
    db,
  );
  for (const [i, days] of [8, 8, 6].entries()) await ended(imports[i]!, days);
  const { rows: paths } = await sql<{ path: string }>`SELECT path FROM file WHERE uuid = ${old}`.execute(db);

  await runHousekeeping(db, files);

  await expect(files.read(paths[0]!.path)).rejects.toThrow(FileGone);
  const { rows } = await sql`
    SELECT uuid, erased_at IS NOT NULL AS is_erased FROM file WHERE uuid IN (${old}, ${fresh}) ORDER BY uuid`.execute(
    db,
  );
  expect(rows).toEqual([
    { uuid: fresh, is_erased: false },
    { uuid: old, is_erased: true },
  ]);
  const counts = { status: 'completed', rows: 2, created: 1, refused: 1 };
  expect((await world.call('customer', 'GET', `${IMPORTS}${imports[0]}/`)).body).toMatchObject({
    data: counts,
  });
  const refused = await world.call('customer', 'GET', `${IMPORTS}${imports[0]}/refused/`);
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { detail: expect.stringMatching(/no longer exists/) },
  ]);
  expect((await world.call('customer', 'GET', `${IMPORTS}${imports[1]}/refused/`)).status).toBe(200);

  // A start does not miss it, although it is the newest file.
  expect(await lacksNewestFile(db, files)).toBe(false);

  // It is done once.
  const erasedAt = () => sql`SELECT erased_at FROM file WHERE uuid = ${old}`.execute(db);
  const before = (await erasedAt()).rows;
  await runHousekeeping(db, files);
  expect((await erasedAt()).rows).toEqual(before);
});
