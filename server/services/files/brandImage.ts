import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { BRAND_IMAGE_MAX } from '#schema/brand.ts';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import { cleanPng } from './brandPng.ts';
import { cleanSvg } from './brandSvg.ts';

/** Pixels on a side. */
const LOGO_MAX = 1600;
const ICON_MAX = 1024;
const ICON_MIN = 48;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const types = { png: 'image/png', svg: 'image/svg+xml' } as const;
const refuse = (detail: string) => new Problem('unsupported_file', detail);

/** Addresses of images: by their content, so that they can be cached for ever. A PNG's says its size. */
const ADDRESS = /^\/brand\/([0-9a-f]{32})(?:-(\d+)x(\d+))?\.(png|svg)$/;

/** What the address of a stored image says of it. */
export function readBrandAddress(address: string): { type: string; sizes: string } | undefined {
  const [, digest, width, height, kind] = ADDRESS.exec(address) ?? [];
  if (!digest) return undefined;
  return { type: types[kind as keyof typeof types], sizes: width ? `${width}x${height}` : 'any' };
}

async function cleaned(bytes: Buffer, use: 'logo' | 'icon') {
  if (bytes.subarray(0, PNG.length).equals(PNG)) {
    const { content, size } = await cleanPng(bytes, use === 'icon' ? ICON_MAX : LOGO_MAX);
    const { width, height } = size;
    if (use === 'icon' && (width !== height || width < ICON_MIN))
      throw refuse(
        `The icon has ${width} × ${height} pixels. It must be square, with at least ${ICON_MIN} pixels on a side.`,
      );
    return { content, kind: 'png' as const, suffix: `-${width}x${height}` };
  }
  if (!/^\s*(\ufeff)?\s*</.test(bytes.subarray(0, 100).toString('utf8')))
    throw refuse('The file is neither PNG nor SVG.');
  return { content: cleanSvg(bytes, { isSquare: use === 'icon' }), kind: 'svg' as const, suffix: '' };
}

/**
 * Stores an image that is given as a `data:` URL, written anew without anything but the picture, and returns its address.
 * Throws a Problem with advice if it is not a usable PNG or SVG.
 */
export async function storeBrandImage(trx: Db, data: string, use: 'logo' | 'icon'): Promise<string> {
  const base64 = /^data:image\/(?:png|svg\+xml);base64,([A-Za-z0-9+/=]+)$/.exec(data)?.[1];
  if (!base64) throw refuse('The file is neither PNG nor SVG.');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > BRAND_IMAGE_MAX)
    throw refuse(`The file is larger than ${BRAND_IMAGE_MAX / 1024} kB. Make it smaller.`);
  const { content, kind, suffix } = await cleaned(bytes, use);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  await sql`
    INSERT INTO brand_image (digest, type, content) VALUES (${digest}, ${types[kind]}, ${content})
    ON CONFLICT (digest) DO NOTHING`.execute(trx);
  return `/brand/${digest}${suffix}.${kind}`;
}

/** Removes all images except those with these addresses. */
export async function dropBrandImages(trx: Db, kept: readonly (string | null)[]): Promise<void> {
  const digests = kept.flatMap((address) => ADDRESS.exec(address ?? '')?.[1] ?? []);
  await sql`DELETE FROM brand_image WHERE digest <> ALL(${digests}::text[])`.execute(trx);
}

/** The image at an address. */
export async function brandImage(
  db: Db,
  address: string,
): Promise<{ type: string; content: Buffer } | undefined> {
  const digest = ADDRESS.exec(address)?.[1];
  if (!digest) return undefined;
  const { rows } = await sql<{ type: string; content: Buffer }>`
    SELECT type, content FROM brand_image WHERE digest = ${digest}`.execute(db);
  return rows[0];
}
