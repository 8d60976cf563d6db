import { useTranslate } from 'ra-core';
import { brandSettings } from '#schema/brand.ts';
import { inputFor } from '../../../crud/inputs.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { ColorInput } from './ColorInput.tsx';
import { ImageInput } from './ImageInput.tsx';
import { renewBrand } from './renewBrand.ts';
import { FixedNote, SettingsForm } from './SettingsForm.tsx';

type Name = keyof typeof brandSettings.fields;

/** The fields in groups, each with the heading `settings.brand.{group}`. */
const groups: Readonly<Record<string, readonly Name[]>> = {
  name: ['brand_name', 'brand_short_name'],
  look: ['logo_light', 'logo_dark', 'favicon', 'brand_color'],
  signIn: ['sign_in_text_en', 'sign_in_text_ne'],
  support: ['support_email', 'support_phone', 'support_hours_en', 'support_hours_ne'],
  legal: ['terms_url', 'privacy_url'],
};

function BrandInput({ name, isFixed }: { name: Name; isFixed: boolean }) {
  const field = brandSettings.fields[name];
  const props = { entity: brandSettings, name, field, disabled: isFixed };
  if (name === 'brand_color') return <ColorInput {...props} />;
  if (name === 'logo_light' || name === 'logo_dark' || name === 'favicon')
    return <ImageInput {...props} on={name === 'logo_dark' ? 'dark' : 'light'} />;
  const Input = inputFor(field.kind);
  return <Input {...props} />;
}

/** How the service presents itself: name, logos, colour, support and the sign-in page. */
export function BrandTab() {
  const translate = useTranslate();
  return (
    <SettingsForm part={brandSettings} savedText="settings.brand.saved" onSaved={renewBrand}>
      {(fixed) => (
        <>
          {Object.entries(groups).map(([group, names]) => (
            <fieldset key={group} className="settings-group">
              <legend>{translate(`settings.brand.${group}`)}</legend>
              {names.map((name) => (
                <div key={name}>
                  <BrandInput name={name} isFixed={fixed.includes(name)} />
                  {fixed.includes(name) && <FixedNote />}
                </div>
              ))}
              {group === 'look' && <BrandPreview />}
            </fieldset>
          ))}
        </>
      )}
    </SettingsForm>
  );
}
