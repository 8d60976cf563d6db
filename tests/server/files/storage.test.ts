import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FILES_PATH, type UploadedFile } from '#schema/file.ts';
import { bucketOf, readConfig } from '../../../server/config.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { FileGone, type Files, localFiles } from '../../../server/services/files/files.ts';
import { s3Files } from '../../../server/services/files/filesS3.ts';
import { openSheet } from '../../../server/services/files/storedSheet.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { type S3Server, startS3Server } from '../../support/s3Server.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { xlsx } from '../../support/xlsx.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-sms-store-'));
  return () => rm(folder, { recursive: true, force: true });
});

const inBucket = (change: Partial<Parameters<typeof s3Files>[0]> = {}): Promise<Files> =>
  s3Files(
    {
      bucket: s3.bucket,
      region: 'ap-south-1',
      endpoint: s3.endpoint,
      credentials: s3.credentials,
      forcePathStyle: true,
      ...change,
    },
    folder,
  );
const inFolder = async (): Promise<Files> => localFiles(folder);

const kept = async (files: Files, content: string | Buffer, extension = 'csv'): Promise<string> => {
  const spooled = await files.spool();
  await writeFile(spooled.path, content);
  const path = await files.keep(spooled.path, extension);
  await spooled.release();
  return path;
};
const bytes = async (files: Files, path: string): Promise<Buffer> =>
  Buffer.concat(await (await files.read(path)).toArray());
const passing = (): Promise<string[]> => readdir(join(folder, 'spool'));

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('a store in %s', (_, open) => {
  test('gives back what it took, to readers of a stream and of a path', async () => {
    const files = await open();
    const content = Buffer.alloc(300_000, 'नेपाल');
    const path = await kept(files, content, 'pdf');
    expect(path).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.pdf$/);
    expect((await bytes(files, path)).equals(content)).toBe(true);
    const local = await files.local(path);
    expect((await readFile(local.path)).equals(content)).toBe(true);
    await local.release();
    await local.release();
    expect(await passing()).toEqual([]);
    expect((await bytes(files, path)).equals(content)).toBe(true);
    files.close();
  });

  test('reports a missing file as gone, and removing it twice is no error', async () => {
    const files = await open();
    const path = await kept(files, 'x');
    await files.remove(path);
    await files.remove(path);
    await expect(files.read(path)).rejects.toThrow(FileGone);
    await expect(files.local(path)).rejects.toThrow(FileGone);
    await expect(openSheet(files, { path, kind: 'csv' })).rejects.toThrow(
      'no longer exists. Upload it again.',
    );
    expect(await passing()).toEqual([]);
    files.close();
  });

  test('never leaves its root', async () => {
    const files = await open();
    for (const path of ['../secret', 'aa/../../secret', '/etc/../../passwd']) {
      await expect(files.read(path)).rejects.toThrow();
      await expect(files.remove(path)).rejects.toThrow();
    }
    files.close();
  });

  test.each([
    ['csv', Buffer.from(`phone\n${'9841000001\n'.repeat(12_000)}`), 12_000],
    ['xlsx', xlsx([['phone'], ['9841000001'], ['9841000002']]), 2],
  ] as const)(
    'holds a sheet (%s) on this machine while it is read, and no longer',
    async (kind, content, rows) => {
      const files = await open();
      const path = await kept(files, content, kind);
      const sheet = await openSheet(files, { path, kind });
      let count = 0;
      for await (const batch of sheet.batches) count += batch.rows.length;
      expect(count).toBe(rows);
      const broken = await openSheet(files, { path, kind });
      await broken.close();
      expect(await passing()).toEqual([]);
      files.close();
    },
  );

  test('clears away what a killed process left, and nothing that is being read', async () => {
    const files = await open();
    const [old, fresh] = [await files.spool(), await files.spool()];
    for (const { path } of [old, fresh]) await writeFile(path, 'x');
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(old.path, yesterday, yesterday);
    await files.sweep();
    expect([existsSync(old.path), existsSync(fresh.path)]).toEqual([false, true]);
    files.close();
  });
});

describe('a bucket', () => {
  test('is written with a length and a signature, without access lists', async () => {
    const files = await inBucket();
    s3.requests.length = 0;
    const path = await kept(files, 'x');
    expect(s3.requests).toEqual([`PUT ${path} 200`]);
    files.close();
  });

  test('that fails once is asked again', async () => {
    const files = await inBucket();
    s3.fail(1);
    const path = await kept(files, 'x');
    s3.fail(1);
    expect(String(await bytes(files, path))).toBe('x');
    files.close();
  });

  test('takes a large file as a stream', async () => {
    const files = await inBucket();
    const path = await kept(files, Buffer.alloc(17 * 1024 * 1024, 'x'));
    expect(s3.objects.get(path)?.length).toBe(17 * 1024 * 1024);
    files.close();
  });

  test('that refuses the secret is no lost file', async () => {
    const right = await inBucket();
    const path = await kept(right, 'x');
    const files = await inBucket({ credentials: { accessKeyId: 'test-key', secretAccessKey: 'wrong' } });
    const error = await files.read(path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FileGone);
    await expect(kept(files, 'y')).rejects.toThrow();
    right.close();
    files.close();
  });
});

describe('the whole server on a bucket', () => {
  let t: TestApp;
  let files: Files;
  let spool: string;
  beforeAll(async () => {
    spool = await mkdtemp(join(tmpdir(), 'bulk-sms-store-'));
    files = await s3Files(
      {
        bucket: s3.bucket,
        region: 'us-east-1',
        endpoint: s3.endpoint,
        credentials: s3.credentials,
        forcePathStyle: true,
      },
      spool,
    );
    t = await createTestApp({ files });
    s3.objects.clear();
  });
  afterAll(async () => {
    await t.close();
    files.close();
    await rm(spool, { recursive: true, force: true });
  });
  const left = () => readdir(join(spool, 'spool'));

  test('takes a sheet, imports it, and gives back its refused rows', async () => {
    const csv = `name,phone\n${Array.from({ length: 6000 }, (_, i) => `n${i},98410${String(i).padStart(5, '0')}`).join('\n')}\nbad,12\n`;
    const { data } = (await t.upload<{ data: UploadedFile }>(csv)).body;
    const { body, text } = await t.call<{ data: { uuid: string } }>(
      'customer',
      'POST',
      '/v1/core/contacts/imports/',
      {
        file: data.uuid,
        mapping: { phone: 'phone', name: 'name' },
        groups: [],
      },
    );
    const path = `/v1/core/contacts/imports/${body.data?.uuid}/`;
    expect((await t.call('customer', 'GET', path)).body, text).toMatchObject({
      data: { status: 'completed', created: 6000, refused: 1 },
    });
    expect((await t.call('customer', 'GET', `${path}refused/`)).text).toContain('bad,12');
    expect([s3.objects.size, await left()]).toEqual([1, []]);
  });

  test('takes a document, shows it, and clears it away when nothing wants it', async () => {
    const { data } = (await t.upload<{ data: UploadedFile }>(pdf('From a bucket'))).body;
    const before = s3.objects.size;
    const shown = await t.call('customer', 'GET', `${FILES_PATH}${data.uuid}/`);
    expect([shown.status, shown.text]).toEqual([200, pdf('From a bucket').toString('latin1')]);
    await sql`UPDATE file SET created_at = now() - interval '8 days' WHERE uuid = ${data.uuid}`.execute(t.db);
    await runHousekeeping(t.db, files);
    expect(s3.objects.size).toBe(before - 1);
  });

  test('loses what a killed process left on a machine that has no worker', async () => {
    const old = join(spool, 'files/spool/old');
    await mkdir(dirname(old), { recursive: true });
    await writeFile(old, 'x');
    await utimes(old, 0, 0);
    const server = await startServer(
      {
        ...{ DATABASE_URL: t.url, DATA_DIR: spool, S3_BUCKET: s3.bucket, S3_ENDPOINT: s3.endpoint },
        ...{ S3_ACCESS_KEY_ID: 'test-key', S3_SECRET_ACCESS_KEY: 'test-secret', S3_FORCE_PATH_STYLE: 'true' },
      },
      ['--role', 'api'],
    );
    await soon(async () => expect(existsSync(old)).toBe(false));
    await server.kill();
  });

  test('that does not answer keeps nothing: no row, no file in passing', async () => {
    const rows = async () => (await sql`SELECT FROM file`.execute(t.db)).rows.length;
    const before = await rows();
    s3.fail(Number.POSITIVE_INFINITY);
    const answer = await t.upload<{ code: string }>(pdf());
    s3.fail(0);
    expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
    expect([await rows(), await left()]).toEqual([before, []]);
  });
});

describe('the configuration', () => {
  const config = (env: Record<string, string>) => bucketOf(readConfig(env));

  test('keeps files in a folder unless a bucket is named', () => {
    expect(config({})).toBeNull();
    expect(config({ S3_REGION: 'ap-south-1' })).toBeNull();
  });

  test('names a bucket, with keys or as the machine has them', () => {
    expect(config({ S3_BUCKET: 'b' })).toEqual({ bucket: 'b', region: 'us-east-1', forcePathStyle: false });
    expect(
      config({
        ...{ S3_BUCKET: 'b', S3_REGION: 'auto', S3_ENDPOINT: 'https://s3.example' },
        ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', S3_FORCE_PATH_STYLE: 'true' },
      }),
    ).toEqual({
      ...{ bucket: 'b', region: 'auto', endpoint: 'https://s3.example', forcePathStyle: true },
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  test.each([
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' }, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need each other/],
    [{ S3_BUCKET: 'b', S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT/],
  ])('refuses %j', (env, sentence) => {
    expect(() => readConfig(env as NodeJS.ProcessEnv)).toThrow(sentence);
  });
});
