import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { requireDocument } from '../../../server/services/files/documents.ts';
import { pdf, png } from '../../support/documents.ts';
import { setUpDocuments } from './documentsSetup.ts';

const setup = setUpDocuments();
const { uploaded, read } = setup;

describe('attaching a document', () => {
  const require = (uuid: string, kinds?: readonly string[]) =>
    requireDocument(setup.world.db, setup.world.accounts.customer, uuid, 'receipt', kinds);

  test('refuses what is not theirs, not there, or no document, at the field', async () => {
    const [theirs, sheet, ours] = [
      await uploaded(png(), 'a.png', 'other'),
      await uploaded('name,phone\nSita,9841000001\n'),
      await uploaded(pdf()),
    ];
    const gone = 'This file does not exist. Upload it again.';
    for (const uuid of [theirs.uuid, '01890000-0000-7000-8000-000000000000']) {
      await expect(require(uuid)).rejects.toMatchObject({ code: 'invalid', errors: { receipt: [gone] } });
    }
    await expect(require(sheet.uuid)).rejects.toMatchObject({
      errors: { receipt: ['This file is not a document. Upload a PDF, JPEG or PNG.'] },
    });
    await expect(require(ours.uuid, ['jpeg', 'png'])).rejects.toMatchObject({
      errors: { receipt: ['This file is not a picture. Upload a JPEG or PNG.'] },
    });
    const { rows } =
      await sql`SELECT FROM file WHERE attached AND uuid = ANY(${[sheet.uuid, ours.uuid, theirs.uuid]})`.execute(
        setup.world.db,
      );
    expect(rows).toEqual([]);
  });

  test('waits for a store that does not answer: the row goes with its file', async () => {
    const { uuid } = await uploaded(pdf());
    await sql`UPDATE file SET created_at = now() - interval '8 days' WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    const silent = { ...setup.world.deps.files, remove: () => Promise.reject(new Error('no answer')) };
    await expect(runHousekeeping(setup.world.db, silent)).rejects.toThrow('no answer');
    expect((await read(uuid)).status).toBe(200);
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    expect((await read(uuid)).status).toBe(404);
  });

  test('keeps it for ever; the rest goes after a week, in the store too', async () => {
    const [kept, loose, undone] = [await uploaded(pdf()), await uploaded(pdf()), await uploaded(pdf())];
    await require(kept.uuid);
    await setup.world.db
      .transaction()
      .execute(async (trx) => {
        await requireDocument(trx, setup.world.accounts.customer, undone.uuid, 'receipt');
        throw new Error('the record was not written');
      })
      .catch(() => undefined);
    const all = [kept.uuid, loose.uuid, undone.uuid];
    await sql`UPDATE file SET created_at = now() - interval '8 days' WHERE uuid = ANY(${all})`.execute(
      setup.world.db,
    );
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    const statuses = await Promise.all(all.map(async (uuid) => (await read(uuid)).status));
    expect(statuses).toEqual([200, 404, 404]);
  });

  test('and clearing away at the same moment leaves the file to its record', async () => {
    const { uuid } = await uploaded(pdf());
    await sql`UPDATE file SET created_at = now() - interval '8 days' WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    const attached = Promise.withResolvers<void>();
    const cleared = Promise.withResolvers<void>();
    const attaching = setup.world.db.transaction().execute(async (trx) => {
      await requireDocument(trx, setup.world.accounts.customer, uuid, 'receipt');
      attached.resolve();
      await cleared.promise;
    });
    await attached.promise;
    await runHousekeeping(setup.world.db, setup.world.deps.files);
    cleared.resolve();
    await attaching;
    expect((await read(uuid)).status).toBe(200);
  });
});
