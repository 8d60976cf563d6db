import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configOf, copiedBy, type ImageConfig } from '../../scripts/image/dockerfile.ts';
import { writeImage } from '../../scripts/image/oci.ts';
import { type Bill, billOf } from '../../scripts/image/sbom.ts';
import { temporaryFolder } from '../support/folder.ts';
import { reachable } from '../support/reachable.ts';
import { lockedForServer } from '../support/serverInstall.ts';
import { serverOptions } from '../support/serverOptions.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const run = promisify(execFile);
const config = configOf(dockerfile, { SOURCE_COMMIT: 'abc', VERSION: '1.2.3' });

describe('the image', () => {
  test('says who it is, runs as nobody special, and keeps data in one place', () => {
    expect(config).toMatchObject({
      User: 'node',
      WorkingDir: '/app',
      Entrypoint: ['node', ...serverOptions, 'server/main.ts'],
      Cmd: ['--role', 'api'],
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/data': {} },
      Labels: {
        'org.opencontainers.image.title': 'bulk-sms-console',
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': 'abc',
      },
    });
    expect(config.Env).toEqual([
      expect.stringMatching(/^PATH=/),
      ...[
        'NODE_ENV=production',
        'DATA_DIR=/data',
        'NODE_COMPILE_CACHE=/data/compiled',
        'HOST=0.0.0.0',
        'SOURCE_COMMIT=abc',
      ],
    ]);
  });

  test('holds the server, the contract and the built console, and nothing else of this repository', () => {
    expect(copiedBy(dockerfile).sort()).toEqual(['dist', 'package.json', 'schema', 'server']);
  });

  test('has each file that the guides run in it, with all that it imports', () => {
    const guides = ['deploy', 'ledger', 'runbook'].map((name) => `docs/${name}.md`);
    const texts = [...guides, 'deploy/compose.yaml', 'deploy/kubernetes/migrate.yaml'].map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const named = texts.flatMap((text) => text.match(/server\/\w+(?:\/\w+)*\.ts\b/g) ?? []);
    const commands = [...new Set(named)].filter((path) =>
      /\/(checkLedger|rotateSecrets|migrateNow)/.test(path),
    );
    expect(commands.sort()).toEqual([
      ...['server/checkLedger.ts', 'server/db/migrateNow.ts', 'server/rotateSecrets.ts'],
    ]);
    const folders = copiedBy(dockerfile).map((name) => join(ROOT, name));
    const outside = commands
      .flatMap((path) => [...reachable(join(ROOT, path))])
      .filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)));
    expect(outside).toEqual([]);
  });

  test.each([200, 503])('is healthy while /readyz answers 200: %i', async (status) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const [kind, program, ...args] = config.Healthcheck?.Test ?? [];
    expect([kind, program]).toEqual(['CMD', 'node']);
    const check = run(
      process.execPath,
      args.map((arg) => arg.replace('8080', port)),
    );
    expect(
      await check.then(
        () => 0,
        ({ code }) => code,
      ),
    ).toBe(status === 200 ? 0 : 1);
    expect(asked).toEqual(['/readyz']);
  });

  test('has a bill of materials with each package that it installs, and no other', () => {
    const { components } = billOf({ root: ROOT, version: '1.2.3', debian: [['libc6', '2.36-9+deb12u10']] });
    const names = (purl: RegExp) =>
      new Set(components.filter((one) => purl.test(one.purl)).map(({ name }) => name));
    const installed = lockedForServer().map((path) =>
      path.replace(/^.*node_modules\/(@bulk-sms-console\/)?/, ''),
    );
    expect([...names(/^pkg:npm/)].sort()).toEqual([...new Set(installed)].sort());
    expect([...names(/^pkg:(deb|generic)/)].sort()).toEqual(['libc6', 'node']);
  });

  test('is built without the passwords of deploy/.env', () => {
    const ignored = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
    for (const line of ['**/.env', '**/node_modules', '.git', '.data']) expect(ignored).toContain(line);
  });
});

interface Manifest {
  config: { digest: string };
  layers: { digest: string; size: number }[];
}

/** What an OCI archive says: its index's annotations, its configuration, and its files by layer. */
function readArchive(file: string) {
  const folder = temporaryFolder('oci-');
  execFileSync('tar', ['-C', folder, '-xf', file]);
  const blob = (digest: string) => join(folder, 'blobs', digest.replace(':', '/'));
  const json = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
  const index = json<{ manifests: { digest: string; annotations: Record<string, string> }[] }>(
    join(folder, 'index.json'),
  );
  const [entry] = index.manifests;
  const manifest = json<Manifest>(blob(entry?.digest ?? ''));
  return {
    name: entry?.annotations['org.opencontainers.image.ref.name'],
    about: json<{ config: ImageConfig; created: string }>(blob(manifest.config.digest)),
    layers: manifest.layers.map(({ digest }) => {
      const list = execFileSync('tar', ['-tzf', blob(digest)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
      return list.split('\n').filter((path) => path !== '' && !path.endsWith('/'));
    }),
  };
}

const gnuTar = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU');

test.skipIf(!gnuTar)(
  'an archive has its layers and configuration, and the same bytes each time',
  async () => {
    const folder = temporaryFolder('image-');
    const layers = ['base', 'app'].map((name) => {
      const layer = join(folder, name);
      mkdirSync(join(layer, name), { recursive: true });
      writeFileSync(join(layer, name, 'file'), name);
      return layer;
    });
    const write = async (file: string) => {
      const made = {
        layers,
        config,
        name: 'console:1.2.3',
        seconds: 1_700_000_000,
        file: join(folder, file),
      };
      return { ...(await writeImage(made)), file: made.file };
    };
    const one = await write('one.tar');
    for (const layer of layers) utimesSync(layer, 0, 0);
    const other = await write('other.tar');
    expect(readFileSync(one.file).equals(readFileSync(other.file))).toBe(true);
    expect(one.digest).toBe(other.digest);
    expect(readArchive(one.file)).toEqual({
      name: 'console:1.2.3',
      about: expect.objectContaining({ config, created: '2023-11-14T22:13:20.000Z', os: 'linux' }),
      layers: [['./base/file'], ['./app/file']],
    });
  },
);

/** Set by `npm run image:trial`: it builds for a minute, and needs Debian's mirror. */
const isTrial = process.env.IMAGE_TRIAL === '1';
const why = [
  [isTrial, 'only in npm run image:trial'],
  [spawnSync('mmdebstrap', ['--version']).status === 0, 'mmdebstrap is missing here'],
  [process.getuid?.() === 0, 'it needs root'],
].find(([holds]) => !holds)?.[1];

test.skipIf(why)(
  `npm run image builds one that starts${why ? ` (skipped: ${why})` : ''}`,
  async () => {
    const out = temporaryFolder('image-trial-');
    const script = join(ROOT, 'scripts/image.mjs');
    const { stdout } = await run(process.execPath, [script, '--try', '--out', out], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    });
    expect(stdout).toContain('It starts, is ready, runs as its user, and cannot write to its own files.');
    const [bill = '', archive = ''] = readdirSync(out).sort();
    expect([bill, archive]).toEqual([
      expect.stringMatching(/\.cdx\.json$/),
      expect.stringMatching(/\.oci\.tar$/),
    ]);
    expect(statSync(join(out, archive)).size).toBeLessThan(150_000_000);

    const { about, layers } = readArchive(join(out, archive));
    const own = configOf(dockerfile);
    expect(about.config).toMatchObject({
      User: own.User,
      Entrypoint: own.Entrypoint,
      Healthcheck: own.Healthcheck,
    });
    const files = layers.flat();
    for (const file of [
      './app/server/main.ts',
      './app/dist/index.html',
      './app/node_modules/fastify/package.json',
    ])
      expect(files).toContain(file);
    const inApp = files.flatMap((file) => /^\.\/app\/([^/]+)/.exec(file)?.[1] ?? []);
    expect([...new Set(inApp)].sort()).toEqual([...copiedBy(dockerfile), 'node_modules'].sort());
    expect(
      files.filter((file) => /\/(bin\/(sh|bash|dash|apt|npm|dpkg)|react\/package\.json)$/.test(file)),
    ).toEqual([]);

    const { components } = JSON.parse(readFileSync(join(out, bill), 'utf8')) as Bill;
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'node', 'libc6']));
  },
  900_000,
);
