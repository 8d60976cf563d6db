import type { Brand } from './brand.ts';
import { brandColors } from './brandColor.ts';

/** An object without its null values; undefined if nothing is left. */
function given<T extends object>(values: T): Partial<T> | undefined {
  const found = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return found.length > 0 ? (Object.fromEntries(found) as Partial<T>) : undefined;
}

/** The brand as the console's configuration has it: `brand` is the name, `branding` the rest (docs/console-alone.md). */
export function brandConfig(brand: Brand): { brand?: string; branding?: object } {
  const { logo_light, logo_dark } = brand;
  const branding = given({
    colors: brand.brand_color ? brandColors(brand.brand_color) : null,
    // Either stands for both.
    logo: given({ light: logo_light ?? logo_dark, dark: logo_dark ?? logo_light }),
    signIn: given({ en: brand.sign_in_text_en, ne: brand.sign_in_text_ne }),
    email: brand.support_email,
    phone: brand.support_phone,
    hours: given({ en: brand.support_hours_en, ne: brand.support_hours_ne }),
    terms: brand.terms_url,
    privacy: brand.privacy_url,
  });
  return { ...(brand.brand_name && { brand: brand.brand_name }), ...(branding && { branding }) };
}
