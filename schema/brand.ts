import { z } from 'zod';
import { COLOR, colorProblem } from './brandColor.ts';
import { field } from './entity.ts';
import { settingsPart } from './settingsPart.ts';
import { shownLine, shownText } from './shownText.ts';

/** Bytes of a logo or an icon. */
export const BRAND_IMAGE_MAX = 150 * 1024;
/** Base64 of these bytes, and `data:image/png;base64,`. */
const DATA_MAX = Math.ceil((BRAND_IMAGE_MAX / 3) * 4) + 40;

const text = (max: number) => shownText(max).min(1).nullish();
const line = (max: number) => shownLine(max).min(1).nullish();
const address = z
  .url({
    protocol: /^https?$/,
    error: 'Enter the address of a web page, such as https://example.com/terms.',
  })
  .max(500)
  .nullish();
const color = z
  .string()
  .regex(COLOR, 'Enter a colour of six hexadecimal digits, such as #2e77ae.')
  .transform((value) => value.toLowerCase())
  .superRefine((value, context) => {
    const problem = colorProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .nullish();

/**
 * An image: read as the address where it is served, `/brand/{digest}.png`. Written as that, or as new content in a
 * `data:` URL with PNG or SVG in Base64; null removes it.
 */
const image = () =>
  field('text', z.string().nullish(), {
    input: z
      .string()
      .max(DATA_MAX, `The file is larger than ${BRAND_IMAGE_MAX / 1024} kB. Make it smaller.`)
      .nullish(),
  });

/** How the service presents itself, for everyone and before signing in. */
export const brandSettings = settingsPart('brand', {
  brand_name: field('text', line(60)),
  /** For the icon on a phone, and in names of files. */
  brand_short_name: field('text', line(12)),
  /** `#2e77ae`. White text must be readable on it; both themes are derived from it (brandColor.ts). */
  brand_color: field('text', color),
  logo_light: image(),
  logo_dark: image(),
  /** Square: the browser's tab and the home screen of a phone. */
  favicon: image(),
  support_email: field('email', z.email().max(254).nullish()),
  support_phone: field('text', line(60)),
  support_hours_en: field('text', line(120)),
  support_hours_ne: field('text', line(120)),
  terms_url: field('text', address),
  privacy_url: field('text', address),
  /** In place of the line below the title of the sign-in page. */
  sign_in_text_en: field('longText', text(300)),
  sign_in_text_ne: field('longText', text(300)),
});
export type Brand = z.infer<typeof brandSettings.update>;
