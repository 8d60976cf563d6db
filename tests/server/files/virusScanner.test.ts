import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { clamdScanner } from '../../../server/services/files/virusScanner.ts';
import { createTestApp, multipart, type TestApp } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { temporaryFolder } from '../../support/folder.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => world.close());

/** What the peer was sent, whole, and how it answers that. */
let scanned: Buffer[];
let answer: (content: Buffer, socket: Socket) => void;
const MARK = Buffer.from('not a real virus, but this peer takes it for one');
beforeEach(() => {
  scanned = [];
  answer = (content, socket) =>
    socket.end(content.includes(MARK) ? 'stream: Test.Mark FOUND\0' : 'stream: OK\0');
});

/** A peer that speaks clamd's INSTREAM: the command, pieces with their length before them, and a length of none. */
function peer(): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    let held = Buffer.alloc(0);
    let isCommanded = false;
    const pieces: Buffer[] = [];
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      if (!isCommanded) {
        const end = held.indexOf(0);
        if (end < 0) return;
        expect(held.subarray(0, end).toString()).toBe('zINSTREAM');
        isCommanded = true;
        held = held.subarray(end + 1);
      }
      while (held.length >= 4 && held.length >= 4 + held.readUInt32BE()) {
        const length = held.readUInt32BE();
        if (length === 0) {
          const content = Buffer.concat(pieces);
          scanned.push(content);
          answer(content, socket);
          return;
        }
        pieces.push(held.subarray(4, 4 + length));
        held = held.subarray(4 + length);
      }
    });
  });
}

/** The app with a scanner at an address; what it told of its trouble. */
async function withScanner(url: string) {
  const trouble: unknown[] = [];
  const scan = clamdScanner(url, (error) => trouble.push(error));
  const app = await buildApp({ ...world.deps, scan });
  onTestFinished(() => app.close());
  const upload = async (content: Buffer | string, name = 'scan.pdf') => {
    const { payload, headers } = multipart(content, { name });
    const response = await app.inject({
      ...{ method: 'POST', url: '/v1/core/upload/file/public/', payload },
      headers: { ...headers, authorization: `Token ${world.tokens.customer}` },
    });
    return { status: response.statusCode, body: response.json<Failure>() };
  };
  return { upload, trouble };
}

async function listening(
  at: { port: number; host: string } | { path: string },
  onConnection?: (socket: Socket) => void,
): Promise<string> {
  const server = onConnection ? createServer(onConnection) : peer();
  await new Promise<void>((done) => server.listen(at, done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'string' ? `unix:${address}` : `tcp://127.0.0.1:${address?.port}`;
}
const overTcp = () => listening({ port: 0, host: '127.0.0.1' });
const files = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM file`.execute(world.db);
  return rows[0]?.n;
};

describe.each([
  ['TCP', overTcp],
  ['a unix socket', () => listening({ path: join(temporaryFolder('clamd-'), 'clamd.ctl') })],
])('a clamd over %s', (_, start) => {
  test('scans each upload whole, sheets too, and infected files are not kept', async () => {
    const { upload, trouble } = await withScanner(await start());
    const sheet = Buffer.from(`name,phone\n${'Sita,9841000001\n'.repeat(20_000)}`);
    expect((await upload(pdf())).status).toBe(201);
    expect((await upload(sheet, 'people.csv')).status).toBe(201);
    expect(scanned.map((content) => content.length)).toEqual([pdf().length, sheet.length]);
    expect(scanned[1]?.equals(sheet)).toBe(true);
    const before = await files();
    const { status, body } = await upload(pdf(MARK.toString()));
    expect([status, body.code]).toEqual([415, 'unsupported_file']);
    expect(body.detail).toMatch(/virus scanner rejected/);
    expect([await files(), trouble]).toEqual([before, []]);
  });
});

describe('an upload is refused with 503, and nothing is kept,', () => {
  const refused = async (url: string, reason: RegExp) => {
    const { upload, trouble } = await withScanner(url);
    const before = await files();
    const { status, body } = await upload(pdf());
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.detail).toMatch(/could not be checked for viruses.*not saved/);
    expect(await files()).toBe(before);
    expect(String(trouble[0])).toMatch(reason);
  };

  test('where clamd is away', async () => {
    await refused('tcp://127.0.0.1:9', /ECONNREFUSED/);
    await refused(`unix:${join(temporaryFolder('clamd-'), 'none')}`, /ENOENT/);
  });

  test.each([
    ['takes no file so large', 'INSTREAM size limit exceeded. ERROR\0', /size limit exceeded/],
    ['says nothing', '', /answered: nothing/],
    ['says something else', 'UNKNOWN COMMAND\0', /UNKNOWN COMMAND/],
    ['says OK of another thing', 'OK\0', /answered: OK/],
    ['says OK and more', 'stream: OK?\0', /answered: stream: OK\?/],
  ])('where it %s', async (_, reply, reason) => {
    answer = (_content, socket) => socket.end(reply);
    await refused(await overTcp(), reason);
  });

  test('where it answers before it has all, and hangs up', async () => {
    const { upload, trouble } = await withScanner(
      await listening({ port: 0, host: '127.0.0.1' }, (socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          // It reads no more, as clamd beyond its StreamMaxLength.
          socket.pause();
          socket.end('INSTREAM size limit exceeded. ERROR\0');
        });
      }),
    );
    const { status } = await upload(
      Buffer.from(`name,phone\n${'Sita,9841000001\n'.repeat(1_000_000)}`),
      'a.csv',
    );
    expect(status).toBe(503);
    expect(String(trouble[0])).toMatch(/size limit exceeded|EPIPE|ECONNRESET/);
  });

  test('where it hangs up in the middle', async () => {
    answer = (_content, socket) => socket.destroy();
    await refused(await overTcp(), /nothing|ECONNRESET/);
  });
});

test.each([
  ['tcp://clamd:3310', true],
  ['tcp://[::1]', true],
  ['unix:/run/clamav/clamd.ctl', true],
  ['unix:///run/clamav/clamd.ctl', true],
  ['http://clamd:3310', false],
  ['clamd:3310', false],
  ['unix:clamd.ctl', false],
])('CLAMD_URL=%s is an address: %s', (CLAMD_URL, isOne) => {
  if (isOne) expect(readConfig({ CLAMD_URL }).CLAMD_URL).toBe(CLAMD_URL);
  else expect(() => readConfig({ CLAMD_URL })).toThrow('CLAMD_URL: tcp://host:3310');
});
