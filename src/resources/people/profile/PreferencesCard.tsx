import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type Preferences, preferences } from '../../../core/preferences.ts';
import { CalendarSelect } from '../../../layout/CalendarSelect.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { Card } from './EditCard.tsx';

const choices = {
  language: ['en', 'ne'],
  theme: ['light', 'dark', 'system'],
  digits: ['latin', 'devanagari'],
} as const satisfies Partial<Record<keyof Preferences, readonly string[]>>;

/** Settings stored in this browser; each takes effect immediately. */
export function PreferencesCard() {
  const translate = useTranslate();
  const current = usePreferences();
  const names = Object.keys(choices) as (keyof typeof choices)[];
  return (
    <Card title={translate('profile.preferences')}>
      <div className="profile-body profile-preferences">
        {names.map((name) => (
          <TextField
            key={name}
            id={`preference-${name}`}
            select
            label={translate(`profile.${name}.label`)}
            helperText={name === 'digits' ? translate('profile.digits.help') : undefined}
            value={current[name]}
            disabled={name === 'digits' && current.language !== 'ne'}
            onChange={({ target }) => preferences.set({ [name]: target.value })}
            slotProps={{ select: { native: true } }}
          >
            {choices[name].map((choice) => (
              <option key={choice} value={choice} lang={name === 'language' ? choice : undefined}>
                {translate(`profile.${name}.${choice}`)}
              </option>
            ))}
          </TextField>
        ))}
        <CalendarSelect />
        <p className="profile-quiet">{translate('profile.preferencesText')}</p>
      </div>
    </Card>
  );
}
