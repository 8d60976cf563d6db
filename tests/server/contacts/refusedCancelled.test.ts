import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../support/locks.ts';
import { xlsx } from '../../support/xlsx.ts';
import { PATH, setUpImports } from './contactImportSetup.ts';

const setup = setUpImports();

test('refused rows whose download is cancelled before it begins hold up no other workbook', async () => {
  const { app, db, tokens, upload } = setup.world;
  // Some in each of three batches: what fits into two is read, and recorded, as a whole.
  const rows = Array.from({ length: 12_000 }, (_, i) => [`n${i}`, i % 1000 === 0 ? 12 : 9_841_000_000 + i]);
  const book = xlsx([['Name', 'Mobile'], ...rows]);
  const { uuid } = (await setup.start(book)).body.data;
  expect(await setup.find(uuid)).toMatchObject({ status: 'completed', refused: 12 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const connections = promisify(app.server.getConnections.bind(app.server));
  const ends = async () =>
    (await sql`SELECT after FROM audit_entry WHERE action = 'export-end' AND record = ${uuid}`.execute(db))
      .rows;
  // As many as are read at the same time.
  for (const count of [1, 2]) {
    await db.transaction().execute(async (trx) => {
      // A download begins once it is recorded.
      await sql`LOCK TABLE audit_entry`.execute(trx);
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `GET ${PATH}${uuid}/refused/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${tokens.customer}\r\n\r\n`,
      );
      await waitForLocks(db);
      socket.destroy();
      await expect.poll(() => connections()).toBe(0);
    });
    await expect.poll(ends).toHaveLength(count);
  }
  expect(await ends()).toContainEqual({ after: { rows: 0, complete: false } });
  expect((await upload(book, 'list.xlsx')).status).toBe(201);
});
