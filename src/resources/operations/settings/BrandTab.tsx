import { brandSettings } from '#schema/brand.ts';
import { BrandPreview } from './BrandPreview.tsx';
import { ColorInput } from './ColorInput.tsx';
import { ImageInput } from './ImageInput.tsx';
import { renewBrand } from './renewBrand.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';

type Name = keyof typeof brandSettings.fields;

const groups: Readonly<Record<string, readonly Name[]>> = {
  name: ['brand_name', 'brand_short_name'],
  look: ['logo_light', 'logo_dark', 'favicon', 'brand_color'],
  signIn: ['sign_in_text_en', 'sign_in_text_ne'],
  support: ['support_email', 'support_phone', 'support_hours_en', 'support_hours_ne'],
  legal: ['terms_url', 'privacy_url'],
};

function ownInput(name: string, isFixed: boolean) {
  const props = {
    entity: brandSettings,
    name,
    field: brandSettings.fields[name as Name],
    disabled: isFixed,
  };
  if (name === 'brand_color') return <ColorInput {...props} />;
  if (name === 'logo_light' || name === 'logo_dark' || name === 'favicon')
    return <ImageInput {...props} on={name === 'logo_dark' ? 'dark' : 'light'} />;
  return undefined;
}

/** How the service presents itself: name, logos, colour, support and the sign-in page. */
export const BrandTab = () => (
  <SettingsForm part={brandSettings} savedText="settings.brand.saved" onSaved={renewBrand}>
    {(fixed) => (
      <SettingsGroups
        part={brandSettings}
        groups={groups}
        at="brand"
        fixed={fixed}
        input={ownInput}
        after={{ look: <BrandPreview /> }}
      />
    )}
  </SettingsForm>
);
