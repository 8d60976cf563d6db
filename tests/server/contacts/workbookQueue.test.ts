import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { holdWorkbooks } from '../../support/heldWorkbooks.ts';
import { xlsx } from '../../support/xlsx.ts';
import { PATH, setUpImports } from './contactImportSetup.ts';

const setup = setUpImports();
const book = xlsx([
  ['Name', 'Mobile'],
  ['Sita', 9841000001],
]);

test('while ten workbooks wait a request is refused, and an import waits for its turn', async () => {
  const own = await setup.world.newCustomers();
  setup.isHeld = true;
  const { uuid } = (await setup.start(book)).body.data;
  const release = await holdWorkbooks();
  const { status, body, headers } = await own.upload<Failure>(book, 'list.xlsx');
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '5']);
  expect((await own.upload('Name,Mobile\nSita,9841000001\n')).status).toBe(201);
  const running = runImport(setup.world.deps, uuid);
  await expect.poll(async () => (await setup.find(uuid)).status).toBe('running');
  await release();
  await running;
  expect(await setup.find(uuid)).toMatchObject({ status: 'completed', created: 1 });
  expect((await own.upload(book, 'list.xlsx')).status).toBe(201);
});

test('refused rows that are read slowly hold up no other workbook, and come whole', async () => {
  const { app, tokens, upload } = setup.world;
  const note = 'x'.repeat(2000);
  // More than the sockets and streams on the way buffer.
  const rows = Array.from({ length: 15_000 }, (_, i) => [`n${i}`, 12, note]);
  const { uuid } = (await setup.start(xlsx([['Name', 'Mobile', 'Note'], ...rows]))).body.data;
  expect(await setup.find(uuid)).toMatchObject({ status: 'completed', refused: 15_000 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const download = async () => {
    const headers = { authorization: `Token ${tokens.customer}` };
    const [response] = await once(
      get({ port, host: '127.0.0.1', path: `${PATH}${uuid}/refused/`, headers }),
      'response',
    );
    return response as IncomingMessage;
  };
  // As many as are read at the same time.
  const unread = await Promise.all([download(), download()]);
  expect((await upload(book, 'list.xlsx')).status).toBe(201);
  for (const response of unread) {
    const lines = (await textOf(response)).trimEnd().split('\r\n');
    expect([lines.length, lines.at(-1)?.split(',').slice(0, 2)]).toEqual([15_001, ['15001', '12']]);
  }
});
