import { readBrandAddress } from '../services/files/brandImage.ts';
import type { BrandValues } from '../services/platform/brand.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page with the brand: title, colour, icons and early logos in its head, and the name in the sign-in page's markup. */
export function brandedPage(html: string, brand: BrandValues): string {
  const { brand_name: name, brand_color: color, favicon } = brand;
  const logos = [...new Set([brand.logo_light, brand.logo_dark])].filter((logo) => logo !== null);
  let page = html;
  const put = (pattern: RegExp, text: string) => {
    page = page.replace(pattern, () => text);
  };
  if (name) put(/<title>[^<]*<\/title>/, `<title>${escaped(name)}</title>`);
  // In each language and theme, after the logo.
  if (name)
    page = page.replace(
      /(<span class="public-brand">.*?<\/svg>)[^<]*/gs,
      (_, logo: string) => logo + escaped(name),
    );
  if (color) put(/<meta name="theme-color"[^>]*>/, `<meta name="theme-color" content="${color}" />`);
  if (favicon) {
    const type = readBrandAddress(favicon)?.type;
    put(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${favicon}" type="${type}" />`);
    // Phones that read this one know no SVG.
    if (type === 'image/png')
      put(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${favicon}" />`);
  }
  if (logos.length > 0)
    put(
      /<\/head>/,
      `${logos.map((logo) => `<link rel="preload" as="image" href="${logo}" />`).join('\n    ')}\n  </head>`,
    );
  return page;
}

interface Manifest {
  name?: string;
  short_name?: string;
  theme_color?: string;
  icons?: readonly object[];
}

/** The build's web app manifest with the brand in it. */
export function brandedManifest(manifest: Manifest, brand: BrandValues): Manifest {
  const { brand_name: name, brand_short_name: short, brand_color: color, favicon } = brand;
  const icon = favicon ? readBrandAddress(favicon) : undefined;
  return {
    ...manifest,
    ...(name && { name, short_name: short ?? name }),
    ...(short && { short_name: short }),
    ...(color && { theme_color: color }),
    ...(icon && { icons: [{ src: favicon, ...icon }] }),
  };
}
