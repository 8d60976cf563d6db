import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import type { App } from '../../server/deps.ts';
import { createTestApp, type TestApp } from './app.ts';

/** A folder with the files of a build of the console, by path. The caller removes it. */
export async function makeDist(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), content);
  }
  return dist;
}

/** A test app, and the same app as it serves the pages of a build. */
export interface Pages {
  world: TestApp;
  app: App;
  dist: string;
  close(): Promise<void>;
}

export async function startPages(
  files: Readonly<Record<string, string | Uint8Array>>,
  options?: Parameters<typeof createTestApp>[0],
): Promise<Pages> {
  const dist = await makeDist(files);
  const world = await createTestApp(options);
  const app = await buildApp({ ...world.deps, dist });
  return {
    ...{ world, app, dist },
    async close() {
      await app.close();
      await world.close();
      await rm(dist, { recursive: true });
    },
  };
}
