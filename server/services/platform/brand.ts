import type { Brand } from '#schema/brand.ts';
import { product } from '#schema/product.ts';
import type { Settings } from '#schema/settingsPart.ts';
import type { Db } from '../../db/database.ts';
import { fixPart, readPart, type SettingsPart } from './settingsPart.ts';

type Values = { [field in keyof Brand]-?: NonNullable<Brand[field]> | null };

/** How the service presents itself; null fields have the product's own look. */
export const brandPart: SettingsPart<Values> = {
  name: 'brand',
  first: {
    ...{ brand_name: null, brand_short_name: null, brand_color: null },
    ...{ logo_light: null, logo_dark: null, favicon: null },
    ...{ support_email: null, support_phone: null, support_hours_en: null, support_hours_ne: null },
    ...{ terms_url: null, privacy_url: null, sign_in_text_en: null, sign_in_text_ne: null },
  },
};
export type BrandValues = Settings<Values>;

/** The brand in force. */
export const readBrand = (db: Db): Promise<BrandValues> => readPart(db, brandPart);

/** Fixes the fields of the brand that the environment sets. */
export const fixBrand = (db: Db, { BRAND }: { BRAND?: string | undefined }): Promise<void> =>
  fixPart(db, brandPart, { brand_name: BRAND });

/** What the service is called in a language. */
export const serviceName = (brand: Pick<Values, 'brand_name'>, language: keyof typeof product): string =>
  brand.brand_name ?? product[language];

/** A file's name with the service's before it, if it has one: `Himal SMS contacts 2026-11-26.csv`. */
export function brandedFile({ brand_name, brand_short_name }: Values, name: string): string {
  const own = (brand_short_name ?? brand_name)?.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  return own ? `${own} ${name}` : name;
}
