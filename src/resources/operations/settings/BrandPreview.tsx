import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { brandColors, COLOR, colorProblem } from '#schema/brandColor.ts';
import { palettes } from '../../../layout/palette.ts';

/** The product's own colour. */
export const PRODUCT_COLOR = '#2e77ae';

/** What the chosen name, logo and colour look like in both themes. */
export function BrandPreview() {
  const translate = useTranslate();
  const [name, color, light, dark] = useWatch({
    name: ['brand_name', 'brand_color', 'logo_light', 'logo_dark'],
  }) as (string | null | undefined)[];
  const usable = color && COLOR.test(color) && !colorProblem(color.toLowerCase()) ? color : PRODUCT_COLOR;
  const logos = { light: light ?? dark, dark: dark ?? light };
  return (
    <div className="settings-previews" aria-hidden="true">
      {(['light', 'dark'] as const).map((mode) => (
        <Themed key={mode} mode={mode} color={usable}>
          <strong>
            {logos[mode] ? <img src={logos[mode] ?? ''} alt="" /> : <span className="settings-dot" />}
            {name || translate('auth.product')}
          </strong>
          <span className="settings-preview-link">{translate('settings.brand.sampleLink')}</span>
          <span className="settings-preview-button">{translate('auth.submit')}</span>
        </Themed>
      ))}
    </div>
  );
}

/** An area with a theme's colours. The page's policy allows no styles in markup, so they are set by script. */
function Themed({
  mode,
  color,
  children,
}: {
  mode: 'light' | 'dark';
  color: string;
  children: React.ReactNode;
}) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const colors = { ...palettes[mode], ...brandColors(color)[mode] };
    for (const [name, value] of Object.entries(colors)) area.current?.style.setProperty(`--${name}`, value);
  }, [mode, color]);
  return (
    <div ref={area} className="settings-preview">
      {children}
    </div>
  );
}
