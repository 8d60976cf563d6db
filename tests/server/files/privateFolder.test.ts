import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { localFiles } from '../../../server/services/files/files.ts';
import { closeFolder } from '../../../server/services/files/privateFolder.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => world.close());

/** The modes of all that is in a folder, and of itself. */
const modes = (folder: string): Record<string, string> => {
  const names = ['', ...(readdirSync(folder, { recursive: true }) as string[])].sort();
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
};

/** A store as earlier versions left it. */
function openStore(): { data: string; files: string } {
  const data = temporaryFolder('open-');
  const files = join(data, 'files');
  mkdirSync(join(files, 'ab'), { recursive: true });
  mkdirSync(join(files, 'spool'));
  writeFileSync(join(files, 'ab', 'paper.pdf'), 'x');
  for (const [path, mode] of [
    ['', 0o755],
    ['ab', 0o755],
    ['ab/paper.pdf', 0o644],
    ['spool', 0o755],
  ] as const)
    chmodSync(join(files, path), mode);
  return { data, files };
}
const CLOSED = { '': '700', ab: '700', 'ab/paper.pdf': '600', spool: '700' };

describe.skipIf(process.platform === 'win32')('the store of uploads is the server’s user’s alone:', () => {
  test('what is uploaded from now on', async () => {
    const { status } = await world.upload(pdf(), 'paper.pdf');
    expect(status).toBe(201);
    const found = Object.entries(modes(world.folder)).filter(([name]) => name !== '');
    expect(found.length).toBeGreaterThan(2);
    for (const [name, mode] of found) expect(mode, name).toBe(name.endsWith('.pdf') ? '600' : '700');
  });

  test('what is in passing', async () => {
    const folder = join(temporaryFolder('spool-'), 'files');
    const { path } = await localFiles(folder).spool();
    expect(modes(folder)).toEqual({ '': '700', spool: '700' });
    expect(path.startsWith(join(folder, 'spool'))).toBe(true);
  });

  test('what earlier versions left, and what a link leads to is let be', async () => {
    const { data, files } = openStore();
    const elsewhere = join(data, 'elsewhere');
    writeFileSync(elsewhere, 'x');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(files, 'link'));
    const { done } = await closeFolder(files);
    expect(statSync(files).mode & 0o777).toBe(0o700);
    expect(await done).toBe(3);
    expect(modes(files)).toEqual({ ...CLOSED, link: '644' });
    expect(await (await closeFolder(files)).done).toBe(0);
  });

  test('an installation that is started', async () => {
    const { data, files } = openStore();
    const server = await startServer({ DATABASE_URL: world.url, DATA_DIR: data, LOG_LEVEL: 'info' }, [
      '--role',
      'api',
    ]);
    onTestFinished(() => server.kill('SIGTERM'));
    await soon(() => expect(modes(files)).toEqual(CLOSED));
    await soon(() => expect(server.log()).toContain('3 files and folders'));
  });
});
