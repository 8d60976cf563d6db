import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type Calendar, preferences } from '../core/preferences.ts';
import { usePreferences } from './useUser.ts';

const calendars: readonly Calendar[] = ['ad', 'bs', 'both'];

/** The full choice of calendar, for a settings card. It takes effect immediately and everywhere. */
export function CalendarSelect() {
  const translate = useTranslate();
  const { calendar } = usePreferences();
  return (
    <TextField
      select
      label={translate('calendar.label')}
      helperText={translate('calendar.help')}
      value={calendar}
      onChange={(event) => preferences.set({ calendar: event.target.value as Calendar })}
      slotProps={{ select: { native: true } }}
      sx={{ width: '100%', maxWidth: 360 }}
    >
      {calendars.map((name) => (
        <option key={name} value={name}>
          {translate(`calendar.${name}`)}
        </option>
      ))}
    </TextField>
  );
}
