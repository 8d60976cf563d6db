import { type Brand, brandSettings as part } from '#schema/brand.ts';
import { settingsRoutes } from '../crud/settingsRoutes.ts';
import type { Db } from '../db/database.ts';
import type { Module } from '../deps.ts';
import { dropBrandImages, storeBrandImage } from '../services/files/brandImage.ts';
import { brandPart, readBrand } from '../services/platform/brand.ts';
import { Problem } from '../services/platform/problem.ts';
import { changePart } from '../services/platform/settingsPart.ts';

const images = { logo_light: 'logo', logo_dark: 'logo', favicon: 'icon' } as const;
const names = Object.keys(images) as (keyof typeof images)[];

/** The given values with the addresses of new images, which are stored. Throws `invalid` with what is wrong by field. */
async function withStored(trx: Db, before: Brand, values: Brand): Promise<Brand> {
  const stored = { ...values };
  const errors: Record<string, string[]> = {};
  for (const name of names) {
    const given = values[name];
    if (typeof given !== 'string' || given === before[name]) continue;
    try {
      stored[name] = await storeBrandImage(trx, given, images[name]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors[name] = [error.message];
    }
  }
  if (Object.keys(errors).length > 0)
    throw new Problem('invalid', 'Some fields are not correct.', { errors });
  return stored;
}

/** How the service presents itself. */
export const brandSettings: Module = (app, { db }) =>
  settingsRoutes<Brand>(app, { db }, part, {
    read: readBrand,
    async change(trx, caller, values) {
      const before = await readBrand(trx);
      await changePart(trx, caller, brandPart, await withStored(trx, before, values));
      const after = await readBrand(trx);
      // Pages that were sent before the change still name the former ones, until the next change.
      await dropBrandImages(
        trx,
        names.flatMap((name) => [before[name], after[name]]),
      );
    },
    changed: app.brand.forget,
  });
