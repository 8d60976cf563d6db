/** Writes an OCI image, which `docker load`, `podman load` and `skopeo copy oci-archive:` read. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { ImageConfig } from './dockerfile.ts';

const run = promisify(execFile);
const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const TYPE = 'application/vnd.oci.image';
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Reproducible: the same files give the same bytes. `seconds`: the time of all files, since 1970. */
async function tarOf(folder: string, seconds: number, file: string): Promise<Buffer> {
  const args = ['--sort=name', '--format=gnu', '--numeric-owner', `--mtime=@${seconds}`, '-C', folder];
  await run('tar', [...args, '-cf', file, '.']);
  return readFileSync(file);
}

interface Image {
  /** Folders, lowest first. */
  layers: readonly string[];
  config: ImageConfig;
  name: string;
  /** Of all its files, since 1970. */
  seconds: number;
  file: string;
}

/** Writes `file`. Returns its layers' size in bytes, as a registry sends them, and the image's digest. */
export async function writeImage({ layers, config, name, seconds, file }: Image): Promise<{
  bytes: number;
  digest: string;
}> {
  const work = `${file}.layout`;
  mkdirSync(join(work, 'blobs/sha256'), { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  const put = (bytes: Buffer, mediaType: string) => {
    const digest = digestOf(bytes);
    writeFileSync(join(work, 'blobs', digest.replace(':', '/')), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const packed: ReturnType<typeof put>[] = [];
  const diffs: string[] = [];
  for (const folder of layers) {
    const plain = await tarOf(folder, seconds, join(work, 'layer.tar'));
    diffs.push(digestOf(plain));
    packed.push(put(gzipSync(plain, { level: 6 }), `${TYPE}.layer.v1.tar+gzip`));
  }
  rmSync(join(work, 'layer.tar'));
  const created = new Date(seconds * 1000).toISOString();
  const about = {
    ...{ architecture: ARCHITECTURES[process.arch], os: 'linux', created, config },
    rootfs: { type: 'layers', diff_ids: diffs },
    history: diffs.map(() => ({ created, created_by: 'npm run image' })),
  };
  const head = put(Buffer.from(JSON.stringify(about)), `${TYPE}.config.v1+json`);
  const manifest = { schemaVersion: 2, mediaType: `${TYPE}.manifest.v1+json`, config: head, layers: packed };
  const entry = put(Buffer.from(JSON.stringify(manifest)), manifest.mediaType);
  const annotations = { 'org.opencontainers.image.ref.name': name, 'io.containerd.image.name': name };
  writeFileSync(
    join(work, 'index.json'),
    JSON.stringify({ schemaVersion: 2, manifests: [{ ...entry, annotations }] }),
  );
  writeFileSync(join(work, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  await tarOf(work, seconds, file);
  rmSync(work, { recursive: true });
  return { bytes: packed.reduce((sum, { size }) => sum + size, 0), digest: entry.digest };
}
